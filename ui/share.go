package ui

import (
	"fmt"
	"strconv"

	"a2alab/missions"
	"a2alab/render"
)

// A File is something that the page offers to keep.
type File struct {
	Name string
	Type string // its media type
	Text []byte
}

// Files are what can be kept of a run, by the name that stands in the page.
var Files = []struct {
	Name  string
	Label string
	make  func(*Lab) File
}{
	{"report.json", "Report as JSON", func(l *Lab) File {
		return File{Type: "application/json", Text: JSON(ReportObject(&l.trace.Report, &l.trace.Setting))}
	}},
	{"report.csv", "Report as CSV", func(l *Lab) File {
		return File{Type: "text/csv", Text: []byte(ReportCSV(&l.trace.Report, &l.trace.Setting))}
	}},
	{"trace.json", "All events as JSON", func(l *Lab) File {
		return File{Type: "application/json", Text: JSON(TraceObject(&l.trace, 0, len(l.trace.Items)))}
	}},
	{"trace.csv", "All events as CSV", func(l *Lab) File {
		return File{Type: "text/csv", Text: []byte(TraceCSV(&l.trace))}
	}},
	{"metrics.csv", "Metrics by the minute as CSV", func(l *Lab) File {
		return File{Type: "text/csv", Text: []byte(MetricsCSV(&l.trace))}
	}},
}

// PictureName is the name by which the page asks for the picture as PNG, which the browser makes from Drawing.
const PictureName = "picture.png"

// CuesName is the name by which the presenter's page asks for its cues.
const CuesName = "cues.txt"

// File makes one of Files, or the presenter's cues, named for the setting's start and day.
func (l *Lab) File(name string) (File, bool) {
	if name == CuesName {
		return File{Name: CuesName, Type: "text/plain", Text: []byte(l.Cues())}, true
	}
	for _, f := range Files {
		if f.Name == name {
			file := f.make(l)
			file.Name = l.fileName(name)
			return file, true
		}
	}
	return File{}, false
}

func (l *Lab) fileName(name string) string {
	s := &l.trace.Setting
	return "a2a-lab-" + s.Start + "-day" + strconv.FormatInt(s.Day, 10) + "-" + name
}

// The picture that is kept has a size of its own, in CSS pixels, with a caption below.
const (
	DrawingWidth, DrawingHeight = 1280, 720
	CaptionHeight               = 56
)

// Drawing is the picture as it stands now, as SVG, and a caption of two lines: the setting, and what came of it.
func (l *Lab) Drawing() (svg []byte, caption [2]string) {
	var p render.Picture
	l.layout(&p, DrawingWidth, DrawingHeight)
	p.Move(l.now, l.selected, render.None)
	if l.chart.open {
		var m render.Map
		l.layMap(&m, DrawingWidth, DrawingHeight)
		p = m.Picture
	}
	r := &l.trace.Report
	caption[0] = "A2A Task Lab  #" + missions.Text(l.trace.Setting)
	if !l.asking {
		wrong := ""
		if r.Wrong > 0 {
			wrong = fmt.Sprintf("%d wrong, ", r.Wrong)
		}
		caption[1] = fmt.Sprintf("%d of %d outcomes learned, %s%d duplicates, %d missed input, %.2f requests per task",
			r.Learned, r.Items, wrong, r.Duplicates, r.MissedInput, r.RequestsPerTask())
	}
	return render.SVG(&p, caption[0], caption[1]), caption
}

// SetAddress tells the lab where its page is, without the fragment.
func (l *Lab) SetAddress(address string) { l.address = address }

// Link is the address of exactly this setting.
func (l *Lab) Link() string { return l.address + "#" + l.Fragment() }

// Stars is the reader's stars as a short text.
func (l *Lab) Stars() string { return l.progress.Short() }

// importStars merges stars that were carried over as text.
func (l *Lab) importStars(text string) {
	p, err := ReadShort(text)
	if err != nil {
		l.imported = err.Error()
		return
	}
	before := l.progress.Short()
	l.keep(Merge(l.progress, p))
	l.imported = "The stars are here now; the better result of each mission was kept."
	if l.progress.Short() == before {
		l.imported = "Nothing changed: the results here were as good or better."
	}
	l.said = l.imported
}

func (l *Lab) showShare(s Sink) {
	link := l.Link()
	s.Set("sharelink", "value", link)
	path, size, err := QR(link)
	s.Set("qrbox", "hidden", yes(err != nil))
	s.Set("qrproblem", "hidden", yes(err == nil))
	if err != nil {
		s.Set("qrproblem", "text", "No QR code: "+err.Error()+".")
	} else {
		s.Set("qrbox", "viewBox", fmt.Sprintf("0 0 %d %d", size, size))
		s.Set("qr", "d", path)
	}
	s.Set("starstext", "value", l.progress.Short())
	s.Set("importresult", "text", l.imported)
}
