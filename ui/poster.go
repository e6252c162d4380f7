package ui

import (
	"cmp"
	"errors"
	"strings"

	"a2alab/missions"
	"a2alab/render"
)

// A PosterFile is a picture that stands for a lab that has not been loaded.
type PosterFile struct {
	Name    string // of the file, without .svg: the mission's, or sandbox
	Setting string // the text of what it shows
}

// PosterWidth and PosterHeight are the size of the site's posters in CSS pixels.
const (
	PosterWidth  = 960
	PosterHeight = 480
)

// PosterFiles are the posters that the site offers: each mission as it begins, the sandbox, and the guide's figures.
func PosterFiles() []PosterFile {
	var files []PosterFile
	for _, m := range missions.All {
		files = append(files, PosterFile{m.Name, "m=" + m.Name})
	}
	return append(append(files, PosterFile{missions.Sandbox, "m=" + missions.Sandbox}), GuideFigures()...)
}

// Poster draws the picture of a setting as an SVG document of that size in CSS pixels. A mission's own start is shown up to
// the middle of its run only, for what follows is what its first question asks; any other setting is shown whole.
func Poster(setting string, width, height int) ([]byte, error) {
	l := NewLab(Progress{}, "", true)
	l.Open(setting)
	if why := cmp.Or(strings.Join(l.notices, " "), l.tooLarge); why != "" {
		return nil, errors.New("no poster can be drawn of this setting: " + why)
	}
	l.Resize(float32(width), float32(height))
	l.asking = l.mission != nil && l.setting == l.mission.Start
	l.now = l.setting.End
	description := "The run of sixteen tasks, each a row from left to right in time."
	if l.asking {
		l.now /= 2
		description += " Only its first half is shown."
	}
	l.laid = false
	return render.SVG(l.Picture(), l.Title(), description), nil
}
