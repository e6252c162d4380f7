package ui

import (
	"slices"
	"strconv"

	"a2alab/engine"
	"a2alab/missions"
)

// showControls shows the panel.
func (l *Lab) showControls(s Sink) {
	start, _ := missions.StartNamed(l.setting.Start)
	for g := range engine.NumGroups {
		s.Set("group-"+strconv.Itoa(int(g)), "disabled", "")
		s.Set("group-"+strconv.Itoa(int(g)), "data-locked", yes(start.Free != nil && groupLocked(g, &start)))
	}
	s.Set("group-"+strconv.Itoa(int(engine.WorkGroup)), "hidden", yes(l.mission != nil))
	for i := range engine.Keys {
		k := &engine.Keys[i]
		l.showKey(s, k, start.Locked(k.Name))
	}
	s.Set("undo", "disabled", yes(len(l.undo) == 0))
	s.Set("redo", "disabled", yes(len(l.redo) == 0))
	s.Set("reset", "disabled", yes(l.setting == start.Setting || start.Free == nil && l.setting == missions.InSandbox(start.Setting)))
	s.Set("free", "hidden", yes(l.mission == nil))
	s.Set("free", "disabled", "")
	s.Set("settext", "hidden", yes(l.mission != nil))
	s.Set("text", "value", l.Fragment())
}

// showKey shows a key's control, unless it has no effect at present: then it is folded away, as is a failure that a mission
// does without.
func (l *Lab) showKey(s Sink, k *engine.Key, locked bool) {
	v := k.Value(&l.setting)
	folded := !k.Matters(&l.setting) || locked && k.Group == engine.FailureGroup && v == k.Default
	s.Set("row-"+k.Name, "hidden", yes(folded))
	if folded {
		return
	}
	s.Set("row-"+k.Name, "data-locked", yes(locked))
	s.Set("note-"+k.Name, "text", Note(k, &l.setting))
	switch {
	case k.Form == engine.Toggle:
		s.Set("key-"+k.Name, "checked", yes(v == int64(engine.On)))
		s.Set("key-"+k.Name, "disabled", yes(locked))
	case Segmented(k):
		for n, name := range k.Names {
			s.Set("key-"+k.Name+"-"+name, "checked", yes(v == int64(n)))
			s.Set("key-"+k.Name+"-"+name, "disabled", yes(locked))
		}
	default:
		text := k.Format(v)
		odd := !slices.Contains(Menu(k), v) // only a link sets such a value; the menu gets an entry for it
		s.Set("odd-"+k.Name, "hidden", yes(!odd))
		s.Set("odd-"+k.Name, "disabled", yes(!odd))
		if odd {
			s.Set("odd-"+k.Name, "value", text)
			s.Set("odd-"+k.Name, "text", Title(k, v))
		}
		s.Set("key-"+k.Name, "value", text)
		s.Set("key-"+k.Name, "disabled", yes(locked))
	}
}

// groupLocked tells whether a start leaves no key of the group free.
func groupLocked(g engine.Group, start *engine.Start) bool {
	for i := range engine.Keys {
		if engine.Keys[i].Group == g && !start.Locked(engine.Keys[i].Name) {
			return false
		}
	}
	return true
}

// Segmented tells whether a key is shown as a row of buttons, of which one is pressed, and not as a menu.
func Segmented(k *engine.Key) bool { return k.Form == engine.Choice && len(k.Names) == 4 }

// Menu is the values in a key's menu: what the page offers, in every mission and in the sandbox.
func Menu(k *engine.Key) []int64 {
	return missions.Offered(k, engine.Defaults())
}
