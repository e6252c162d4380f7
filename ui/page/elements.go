package page

import (
	"encoding/json"

	"a2alab/missions"
	"a2alab/render"
	"a2alab/ui"
)

// Elements is the script that articles load as /embed.js: web/static/embed.js, a function, called with what only Go knows.
// posters are the names of the posters that were drawn for articles, by the settings' texts; it may be nil.
func Elements(function []byte, posters map[string]string) []byte {
	if posters == nil {
		posters = map[string]string{} // null would be no object
	}
	titles := map[string]string{missions.Sandbox: "Sandbox"}
	var names []string
	for _, m := range missions.All {
		names = append(names, m.Name)
		titles[m.Name] = "Mission " + m.Name + ": " + m.Title
	}
	argument, err := json.Marshal(map[string]any{
		"version": ui.ContractVersion, "key": ui.StorageKey, "stars": missions.Stars, "missions": names, "titles": titles,
		"poster": []int{ui.PosterWidth, ui.PosterHeight}, "posters": posters, "css": elementCSS(),
		"height":    780,    // of the frame until it says its own, in CSS pixels
		"still":     100,    // milliseconds without scrolling until the frame is told what of it can be seen
		"patience":  20_000, // milliseconds until a frame that has said nothing may be blocked
		"name":      "A2A Task Lab",
		"start":     "Start the lab",
		"elsewhere": "If no lab appears here, open it in a tab of its own.",
	})
	if err != nil {
		panic(err) // texts and numbers only
	}
	out := append([]byte(nil), function...)
	for len(out) > 0 && out[len(out)-1] == '\n' {
		out = out[:len(out)-1]
	}
	return append(append(append(out, '('), argument...), ");\n"...)
}

// elementCSS is the style of <a2a-lab> inside: the picture's ground and the lab's button, in the palette's colours.
func elementCSS() string {
	pageColor := func(name string) string {
		for _, c := range render.PageColors {
			if c.Name == name {
				return c.Dark.Hex()
			}
		}
		panic("the palette has no " + name)
	}
	return `:host { display: block; position: relative; font: 15px/1.45 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; }
:host([hidden]) { display: none; }
.poster { position: relative; min-height: 140px; border-radius: 10px; overflow: hidden; background: ` + render.Ground.Color().Hex() + `; }
img { display: block; width: 100%; height: auto; }
button { position: absolute; right: 7%; bottom: 14%; min-height: 44px; padding: 8px 20px; border: 1px solid ` + pageColor("focus") + `; border-radius: 9px; font: inherit; font-weight: 600; cursor: pointer; background: ` + pageColor("accent") + `; color: ` + pageColor("on-accent") + `; }
button:focus-visible { outline: 3px solid ` + pageColor("on-accent") + `; outline-offset: 2px; }
iframe { display: block; width: 100%; border: 0; border-radius: 10px; }
.coming { position: absolute; visibility: hidden; }
.caption { margin: 6px 0 0; font-size: 14px; }
`
}
