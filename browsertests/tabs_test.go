package browsertests

import (
	"fmt"
	"strings"
	"testing"

	"a2alab/browsertests/lab"
	"a2alab/missions"
)

// names are the missions' names in order.
func names() (list []string) {
	for _, m := range missions.All {
		list = append(list, m.Name)
	}
	return list
}

// TestMissionTabs: however many missions there are, all have a place in the header that is seen without scrolling and that
// nothing covers, from the smallest phone to a projector; each is named to those who listen, and shows its name to those who
// come by with the keyboard.
func TestMissionTabs(t *testing.T) {
	for _, size := range [][2]int64{{320, 640}, {390, 844}, {820, 1180}, {1021, 720}, {1280, 720}, {1440, 900}, {1920, 1080}} {
		t.Run(fmt.Sprint(size[0]), func(t *testing.T) {
			last := missions.All[len(missions.All)-1]
			tab := opened(t, "#m="+last.Name, lab.Options{Width: size[0], Height: size[1], Mobile: size[0] < 800, ReducedMotion: true})
			hidden := lab.Eval[[]string](tab, `[...document.querySelectorAll('.top nav a')].filter(a => {
				const b = a.getBoundingClientRect();
				return b.left < 0 || b.right > innerWidth || b.width < 24 || b.height < 24 ||
					[[b.left + 2, b.top + 9], [b.right - 2, b.top + 9], [b.left + 9, b.bottom - 2]].some(([x, y]) => !a.contains(document.elementFromPoint(x, y)));
			}).map(a => a.id || a.textContent)`)
			if len(hidden) > 0 {
				t.Errorf("not wholly seen in the header: %q", hidden)
			}
			if wide := lab.Eval[int64](tab, "document.documentElement.scrollWidth"); wide > size[0] {
				t.Errorf("the page is %d pixels wide", wide)
			}
			tab.Run("document.querySelector('.skip').focus()")
			for _, m := range missions.All {
				tabTo(t, tab, "#start-"+m.Name)
				if said := tab.Text("#start-" + m.Name); !strings.Contains(said, m.Title) || !strings.Contains(said, "0 of 3 stars") {
					t.Errorf("mission %s is called %q", m.Name, said)
				}
				// The open mission's name is the heading below where it has no room in the header.
				seen := lab.Eval[bool](tab, fmt.Sprintf(`(name => {
					const b = name.getBoundingClientRect();
					return b.width > 24 && b.left >= 0 && b.right <= innerWidth && name.contains(document.elementFromPoint(b.left + b.width / 2, b.top + b.height / 2));
				})(document.querySelector('#start-%s .name'))`, m.Name))
				if !seen && (m != last || size[0] >= 1280) {
					t.Errorf("the name of mission %s is not seen while its tab has the focus", m.Name)
				}
			}
		})
	}
}
