package ui

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"a2alab/engine"
	"a2alab/missions"
	"a2alab/render"
)

// ContractVersion is the version of what a lab in a frame and the page around it say to each other by postMessage: the value
// of a2aLab in every message. EMBED.md describes it. What is added later keeps the version, what changes raises it.
const ContractVersion = 1

// EmbedParts are what the address of an embedded lab may hide, as hide=brief,panel.
var EmbedParts = []string{"brief", "panel", "scores", "transport", "table"}

// Embed is what the address of an embedded lab asks for, beside the setting.
type Embed struct {
	Hide  []string // of EmbedParts, each once
	Theme string   // dark, light, or "" for the reader's or the system's
}

const pairsMost = 16 // parameters that are looked at

// ReadEmbed reads the parameters of the address, names and values in turn. What is wrong is ignored, and said.
func ReadEmbed(pairs ...string) (e Embed, problems []string) {
	say := func(format string, args ...any) { problems = append(problems, fmt.Sprintf(format, args...)) }
	for i := 0; i+1 < len(pairs); i += 2 {
		if i/2 == pairsMost {
			say("The address has more than %d parameters; the rest is ignored.", pairsMost)
			break
		}
		name, value := pairs[i], pairs[i+1]
		switch name {
		case "hide":
			for j, part := range strings.Split(value, ",") {
				switch part = strings.TrimSpace(part); {
				case j == pairsMost:
					say("hide: names too many parts; the rest is ignored.")
				case j > pairsMost || part == "" || slices.Contains(e.Hide, part):
				case slices.Contains(EmbedParts, part):
					e.Hide = append(e.Hide, part)
				default:
					say("hide: there is no part %q; the parts are %s.", engine.Brief(part), strings.Join(EmbedParts, ", "))
				}
			}
		case "theme":
			if !isTheme(value) {
				say("theme: %q is no theme; it must be dark or light.", engine.Brief(value))
				continue
			}
			e.Theme = value
		default:
			say("The address has a parameter %q that this page does not know; it is ignored.", engine.Brief(name))
		}
	}
	return e, problems
}

func isTheme(s string) bool { return s == "" || s == "dark" || s == "light" }

// framing is what the page around an embedded lab decides.
type framing struct {
	quiet  bool   // nothing is asked before a mission runs: the brief that leads to the question is hidden
	theme  string // instead of the reader's
	kept   bool   // the host keeps the stars: what this browser refuses to store is not lost
	unseen bool   // the stage is out of view: time stands still
}

// Embed takes in what the address asks for. Call it before Open.
func (l *Lab) Embed(e Embed) {
	l.framing.theme = e.Theme
	l.framing.quiet = slices.Contains(e.Hide, "brief")
}

// Note shows problems from outside the setting, until the next setting is opened.
func (l *Lab) Note(problems ...string) { l.notices = append(l.notices, problems...) }

// InView says whether the reader can see the stage. Where not, playing stands still and goes on later.
func (l *Lab) InView(is bool) { l.framing.unseen = !is }

// A Message is what the lab tells the page around it: plain values for postMessage.
type Message map[string]any

// Odd stands, in what Hear gets, for a value that no message of the contract holds.
type Odd struct{}

// A Door is where an embedded lab and its host talk. It knows no browser: the caller sees to it that only the frame's own
// parent is heard, and passes on what the Door says. Whatever is heard is checked and bounded.
type Door struct {
	lab     *Lab
	origin  string // of the host: the first to speak
	spoken  bool
	given   string // the host's text of stars, when it last gave one
	ahead   bool   // that text is a newer lab's
	sent    string // and the last that it was sent
	told    Message
	verdict *missions.Verdict
	second  float64 // when the last messages were counted, in milliseconds
	heard   int     // since then
	top     float64 // where the part of the frame that can be seen begins, in CSS pixels, and its height
	height  float64
}

// NewDoor is the door of a lab.
func NewDoor(l *Lab) *Door { return &Door{lab: l} }

// heardMost is how many messages a second are listened to.
const heardMost = 50

// Host is the origin that answers may go to. Nobody is to hear more than Ready and Height before the host has spoken.
func (d *Door) Host() (origin string, spoken bool) { return d.origin, d.spoken }

func message(kind string, pairs ...any) Message {
	m := Message{"a2aLab": ContractVersion, "type": kind}
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i].(string)] = pairs[i+1]
	}
	return m
}

// Ready tells that the lab runs, and what it shows.
func (d *Door) Ready() Message {
	return message("ready", "mission", d.lab.setting.Start, "setting", d.lab.Fragment())
}

// Height tells how high the frame would have to be to show all, in CSS pixels.
func (d *Door) Height(pixels float64) Message {
	return message("height", "height", int(math.Ceil(pixels)))
}

// Failed tells what went wrong in the frame.
func (d *Door) Failed(why string) Message { return message("error", "message", why) }

// Changed is what the host has not yet been told. It is empty until the host has spoken.
func (d *Door) Changed() []Message {
	if !d.spoken {
		return nil
	}
	l := d.lab
	var news []Message
	if now := d.progress(); !equal(now, d.told) {
		d.told = now
		news = append(news, now)
	}
	if l.verdict != d.verdict {
		d.verdict = l.verdict
		if v := l.verdict; v != nil && v.Stars > 0 {
			news = append(news, message("result", "mission", l.setting.Start, "stars", v.Stars, "cost", thousandths(v.Requests), "setting", l.Fragment()))
		}
	}
	if text := l.progress.Text(); text != d.sent && d.differs() {
		news = append(news, d.stars())
	}
	return news
}

// differs tells whether the lab knows more than the host's own text of stars. Where either text is a newer lab's, this one
// cannot say, nor join them: then each side keeps what it has.
func (d *Door) differs() bool {
	if d.ahead || d.lab.progress.newer != "" {
		return false
	}
	nothing := d.given == "" && d.lab.progress.Equal(Progress{})
	return !nothing && d.lab.progress.Text() != d.given
}

// stars are the stars, and the host's text that they hold the best of: if the host's is another by now, it must give that.
func (d *Door) stars() Message {
	d.sent = d.lab.progress.Text()
	return message("stars", "text", d.sent, "seen", d.given)
}

func (d *Door) progress() Message {
	l := d.lab
	held := 0
	if !l.asking {
		for i := range l.goals {
			if l.goals[i].Holds {
				held++
			}
		}
	}
	goals := len(l.goals)
	if l.mission == nil {
		goals, held = 0, 0
	}
	at := 0 // while it plays, the time would be another at once
	if !l.playing {
		at = int(l.now)
	}
	return message("progress", "mission", l.setting.Start, "setting", l.Fragment(), "asking", l.asking, "playing", l.playing,
		"at", at, "end", int(l.setting.End), "goals", goals, "held", held)
}

func equal(a, b Message) bool {
	if len(a) != len(b) {
		return false
	}
	for k, v := range a {
		if b[k] != v {
			return false
		}
	}
	return true
}

// Hear carries out one message of the host: fields holds those of HeardFields that it has, as string, float64, bool or Odd; now
// is a steady clock in milliseconds. It returns the answers, and whether the lab may have changed. What is no message of this
// contract is not answered.
func (d *Door) Hear(origin string, fields map[string]any, now float64) (answers []Message, heard bool) {
	version, ok := fields["a2aLab"].(float64)
	if !ok || d.spoken && origin != d.origin || !d.patient(now) {
		return nil, false
	}
	if version != ContractVersion {
		if !d.spoken {
			return nil, false // there is nobody yet to answer to
		}
		return []Message{d.Failed(fmt.Sprintf("This lab speaks version %d of the contract: send a2aLab: %d.", ContractVersion, ContractVersion))}, false
	}
	kind, _ := fields["type"].(string)
	d.spoken, d.origin = true, origin
	do, ok := orders[kind]
	if !ok {
		return []Message{d.Failed(fmt.Sprintf("There is no message of type %q; the types are hello, load, seek, select, theme, view and stars.", engine.Brief(kind)))}, true
	}
	answers, problem := do(d, fields)
	if problem != "" {
		answers = append(answers, d.Failed(kind+": "+problem))
	}
	return answers, true
}

// pinMost is the share of what can be seen of the frame that a pinned picture may take.
const pinMost = 0.6

// Pin is how far the picture is to be moved down so that the reader sees it beside the control that they change: a frame as
// high as its content does not scroll, so nothing in it can stick. All lengths are CSS pixels from the frame's top: the
// picture's own place and height, and where the lab ends.
func (d *Door) Pin(picture, height, end float64) float64 {
	if height > pinMost*d.height {
		return 0
	}
	return max(min(d.top, end-height)-picture, 0)
}

// patient counts a message, and tells whether it may be heard.
func (d *Door) patient(now float64) bool {
	if !(now-d.second < 1000) {
		d.second, d.heard = now, 0
	}
	d.heard++
	return d.heard <= heardMost
}

// HeardFields are all fields that messages of the host may have.
var HeardFields = []string{"a2aLab", "type", "setting", "at", "task", "theme", "text", "kept", "top", "height"}

// HeardMost is how long a text in a message may be, in UTF-16 units; a longer one is Odd.
const HeardMost = textMost

// orders carry out the host's messages, by type.
var orders = map[string]func(d *Door, fields map[string]any) (answers []Message, problem string){
	"hello": func(d *Door, _ map[string]any) ([]Message, string) { return []Message{d.Ready()}, "" },

	"load": func(d *Door, fields map[string]any) ([]Message, string) {
		text, ok := fields["setting"].(string)
		if !ok {
			return nil, "setting must be a text such as m=1&drop=subscribe."
		}
		d.lab.Open(text)
		return nil, strings.Join(d.lab.notices, " ")
	},

	"seek": func(d *Door, fields map[string]any) ([]Message, string) {
		at, ok := fields["at"].(float64)
		if text, isText := fields["at"].(string); isText {
			after, err := time.ParseDuration(text)
			at, ok = float64(after.Milliseconds()), err == nil
		}
		if !ok || math.IsNaN(at) {
			return nil, "at must be the time since the run's start: a number of milliseconds, or a text such as 1h45m."
		}
		d.lab.passOver(render.None)
		d.lab.Do(Action{Do: Seek, At: engine.Time(min(max(at, 0), float64(d.lab.setting.End)))})
		return nil, ""
	},

	"select": func(d *Door, fields map[string]any) ([]Message, string) {
		l := d.lab
		task, ok := whole64(fields["task"])
		if !ok || task < 0 || task > int64(len(l.trace.Items)) {
			return nil, fmt.Sprintf("task must be a task's number from 1 to %d, or 0 for none.", len(l.trace.Items))
		}
		if task == 0 {
			l.Do(Action{Do: LetGo})
			return nil, ""
		}
		item := int(task - 1)
		l.passOver(render.None)
		if !slices.Contains(l.visible(), item) { // it has no row: show all
			l.Do(Action{Do: Dense})
		}
		l.Do(Action{Do: Select, N: item})
		return nil, ""
	},

	"theme": func(d *Door, fields map[string]any) ([]Message, string) {
		theme, ok := fields["theme"].(string)
		if !ok || !isTheme(theme) {
			return nil, "theme must be dark, light or empty."
		}
		d.lab.framing.theme = theme
		return nil, ""
	},

	"view": func(d *Door, fields map[string]any) ([]Message, string) {
		top, isTop := fields["top"].(float64)
		height, isHeight := fields["height"].(float64)
		if !isTop || !isHeight || math.IsNaN(top+height) {
			return nil, "top and height must be numbers: where the part of the frame that can be seen begins, and how high it is, in CSS pixels."
		}
		d.top, d.height = top, height
		return nil, ""
	},

	"stars": func(d *Door, fields map[string]any) ([]Message, string) {
		if kept, _ := fields["kept"].(bool); kept {
			d.lab.framing.kept, d.lab.storage = true, ""
		}
		if fields["text"] == nil {
			return []Message{d.stars()}, ""
		}
		text, ok := fields["text"].(string)
		if !ok {
			return nil, fmt.Sprintf("text must be a text of stars with at most %d characters.", HeardMost)
		}
		p, err := ReadProgress(text)
		d.given, d.ahead = text, p.newer != ""
		p.Page = Page{} // how the lab looks is the reader's to say, and the host's by its own message
		p.newer = ""    // it is the host's to keep, and no reason to give up what this browser stores
		d.lab.keep(Merge(d.lab.progress, p))
		var answers []Message
		if d.differs() {
			answers = append(answers, d.stars())
		}
		if err != nil {
			return answers, err.Error()
		}
		return answers, ""
	},
}
