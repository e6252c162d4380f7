package page

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"a2alab/missions"
	"a2alab/ui"
)

// PostersMost is how many lines the file of settings may have: each is some milliseconds of the start.
const PostersMost = 500

// Posters are the pictures that stand for the lab until it is loaded.
type Posters struct {
	Files map[string][]byte // SVG documents by their files' names
	Of    map[string]string // the file's name without .svg, by the text of the setting that an article shows
}

// DrawPosters draws the site's own posters and those of the settings that articles show. settings has one in each line, as it
// stands in the article or after # in the lab's address; empty lines and lines that begin with "# " say nothing. A broken line
// is left out and told to warn.
func DrawPosters(settings []byte, warn func(string)) (Posters, error) {
	posters := Posters{Files: map[string][]byte{}, Of: map[string]string{}}
	draw := func(name, setting string) error {
		if posters.Files[name+".svg"] != nil {
			return nil
		}
		drawn, err := ui.Poster(setting, ui.PosterWidth, ui.PosterHeight)
		if err == nil {
			posters.Files[name+".svg"] = drawn
		}
		return err
	}
	for _, p := range ui.PosterFiles() {
		if err := draw(p.Name, p.Setting); err != nil {
			return Posters{}, fmt.Errorf("poster %s: %w", p.Name, err)
		}
	}
	if strings.Count(string(settings), "\n") > PostersMost {
		return Posters{}, fmt.Errorf("the file of posters has more than %d lines", PostersMost)
	}
	n := 0
	for line := range strings.Lines(string(settings)) {
		n++
		line = strings.TrimSpace(line)
		if line == "" || line == "#" || strings.HasPrefix(line, "# ") {
			continue
		}
		written := strings.ReplaceAll(strings.TrimPrefix(line, "#"), "&amp;", "&")
		setting, problems := missions.Parse(written)
		if len(problems) > 0 {
			warn(fmt.Sprintf("no poster of line %d, %.100q: %v", n, line, problems[0]))
			continue
		}
		text := missions.Text(setting)
		name := fmt.Sprintf("of-%x", sha256.Sum256([]byte(text)))[:19]
		if err := draw(name, text); err != nil {
			warn(fmt.Sprintf("no poster of line %d, %.100q: %v", n, line, err))
			continue
		}
		posters.Of[written], posters.Of[text] = name, name
	}
	return posters, nil
}
