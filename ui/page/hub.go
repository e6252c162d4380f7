package page

import (
	"fmt"

	"a2alab/missions"
	"a2alab/ui"
)

// HubLab is one lab on the hub.
type HubLab struct {
	Title      string
	About      string // a sentence or two; may be empty
	Address    string // of its page, from the hub or absolute
	Picture    string // address of a picture twice as wide as high; may be empty
	Missions   []string
	StorageKey string // where a browser keeps its stars
}

// MostStars is how many stars the lab's missions can give: each as many as ours, as embed.js counts them.
func (l HubLab) MostStars() int { return missions.Stars * len(l.Missions) }

// OwnMissions are the names of this lab's missions, if that is the key under which it keeps its stars; else none.
func OwnMissions(storageKey string) (names []string) {
	if storageKey == ui.StorageKey {
		for _, m := range missions.All {
			names = append(names, m.Name)
		}
	}
	return names
}

func mostStars(labs []HubLab) (n int) {
	for _, l := range labs {
		n += l.MostStars()
	}
	return n
}

func many(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
