package browsertests

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"a2alab/browsertests/lab"
)

// TestPopovers: what opens is filled at the instant at which it opens, and not a frame later.
func TestPopovers(t *testing.T) {
	tab := opened(t, "#m=1&drop=subscribe", lab.Options{ReducedMotion: true})
	tab.Wait("document.getElementById('proof').textContent.startsWith('★★★')", 20*time.Second)
	for _, p := range []struct{ id, filled string }{
		{"debrief", "document.getElementById('par').textContent"},
		{"share", "document.getElementById('sharelink').value"},
	} {
		got := lab.Eval[[2]string](tab, fmt.Sprintf(`(() => {
			const e = document.getElementById(%q), before = %[2]s;
			e.showPopover();
			const after = %[2]s;
			e.hidePopover();
			return [before, after];
		})()`, p.id, p.filled))
		if got[0] != "" || got[1] == "" {
			t.Errorf("%s has %q before it opens and %q when it does", p.id, got[0], got[1])
		}
	}
}

// TestHalfWritten: a text that a person is writing is theirs while the lab plays on.
func TestHalfWritten(t *testing.T) {
	tab := opened(t, "#m=sandbox", lab.Options{})
	tab.Run("const seek = document.getElementById('seek'); seek.value = 0; seek.dispatchEvent(new Event('input', {bubbles: true}))")
	tab.Click("#text")
	tab.Run("document.getElementById('text').select()")
	tab.Press("m")
	tab.Run("document.getElementById('text').value = 'm=2&retries=8'; document.getElementById('text').dispatchEvent(new Event('change', {bubbles: true}))")
	tab.Click("#play")
	tab.Wait("document.getElementById('now').textContent > '0:02:00'", 20*time.Second)
	if got := lab.Eval[string](tab, "document.getElementById('text').value"); got != "m=2&retries=8" {
		t.Errorf("while the lab plays the text becomes %q", got)
	}
	tab.Run("document.getElementById('text').form.requestSubmit()")
	tab.Wait("location.hash === '#m=2&retries=8'", 10*time.Second)
}

// TestKeptFiles saves everything that Share offers, and looks into the files.
func TestKeptFiles(t *testing.T) {
	tab := opened(t, "#m=2&retries=8", lab.Options{ReducedMotion: true})
	tab.Wait("document.getElementById('proofrow').dataset.tone", 20*time.Second)
	tab.Click("#sharebutton")
	type file struct {
		Name, Type, Start string
		Size              int
	}
	names := lab.Eval[[]string](tab, "[...document.querySelectorAll('#share [data-save]')].map(b => b.dataset.save)")
	if len(names) < 5 {
		t.Errorf("Share offers the files %q", names)
	}
	for _, name := range names {
		f := lab.Eval[file](tab, fmt.Sprintf(`(async () => {
			const [click, make] = [HTMLAnchorElement.prototype.click, URL.createObjectURL]; // the policy lets nobody fetch the blob
			let blob = null;
			URL.createObjectURL = b => make.call(URL, blob = b);
			const saved = new Promise(done => HTMLAnchorElement.prototype.click = function () { done(this.download); });
			document.querySelector('#share [data-save=%q]').click();
			const Name = await saved;
			HTMLAnchorElement.prototype.click = click;
			URL.createObjectURL = make;
			return { Name, Type: blob.type, Size: blob.size, Start: new TextDecoder('latin1').decode((await blob.arrayBuffer()).slice(0, 4000)) };
		})()`, name))
		kind, begins := "", ""
		switch {
		case strings.HasSuffix(name, ".png"):
			kind, begins = "image/png", "‰PNG"
		case strings.HasSuffix(name, ".json"):
			kind, begins = "application/json", `{`
		case strings.HasSuffix(name, ".csv"):
			kind = "text/csv"
		}
		if !strings.HasPrefix(f.Type, kind) || !strings.HasPrefix(f.Start, begins) || f.Size < 200 || f.Name == "" {
			t.Errorf("%s is saved as %q, %s, %d bytes: %.60q", name, f.Name, f.Type, f.Size, f.Start)
		}
		if strings.HasSuffix(name, ".csv") && strings.Count(strings.SplitN(f.Start, "\n", 2)[0], ",") < 1 {
			t.Errorf("%s begins with %.60q", name, f.Start)
		}
	}
}
