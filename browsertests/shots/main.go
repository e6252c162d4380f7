// Command shots writes a screenshot of each named state of the lab at each size in both themes, for people
// to look at. States are the table in states.go.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"

	"a2alab/browsertests/lab"
)

// size is a viewport.
type size struct {
	name          string
	width, height int64
	mobile        bool
}

var sizes = []size{
	{"desktop", 1440, 900, false},
	{"laptop", 1100, 800, false},
	{"tablet", 820, 1180, true},
	{"phone", 390, 844, true},
}

func main() {
	out := flag.String("out", "../shots", "write the pictures to this `folder`")
	only := flag.String("only", "", "take only those whose state-size-theme matches this `pattern`")
	flag.Parse()
	if err := run(*out, *only); err != nil {
		fmt.Fprintln(os.Stderr, "shots:", err)
		os.Exit(1)
	}
}

func run(out, only string) error {
	pattern, err := regexp.Compile(only)
	if err != nil {
		return fmt.Errorf("the pattern of -only: %w", err)
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	site, err := lab.Start()
	if err != nil {
		return err
	}
	defer site.Close()
	defer lab.CloseBrowsers()
	failed := 0
	for _, state := range states {
		for _, s := range sizes {
			for _, theme := range []string{"light", "dark"} {
				name := state.name + "-" + s.name + "-" + theme
				if !pattern.MatchString(name) {
					continue
				}
				file := filepath.Join(out, name+".png")
				if shoot(site, state, s, theme == "dark", name, file) {
					fmt.Println(file)
				} else {
					failed++
				}
			}
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d pictures are missing or show a page with errors (see above)", failed)
	}
	return nil
}

// shoot brings the page into the state and takes its picture. It reports whether all went well.
func shoot(site *lab.Site, state state, s size, dark bool, name, file string) bool {
	r := &report{name: name}
	done := make(chan struct{})
	go func() { // Fatalf ends this goroutine, as it would a test's
		defer close(done)
		defer r.clean()
		o := state.options
		o.Width, o.Height, o.Mobile, o.Dark = s.width, s.height, s.mobile, dark
		tab := lab.Open(r, site.URL+state.path, o)
		if !state.plain {
			tab.Ready()
		}
		if state.steps != nil {
			state.steps(tab)
		}
		tab.Settle()
		picture := tab.Screenshot()
		if state.whole {
			picture = tab.FullScreenshot()
		}
		if err := os.WriteFile(file, picture, 0o644); err != nil {
			r.Fatalf("%v", err)
		}
	}()
	<-done
	return !r.failed
}

// report is what the harness tells its failures to, in the place of a test.
type report struct {
	name     string
	failed   bool
	cleanups []func()
}

func (r *report) Helper()          {}
func (r *report) Cleanup(f func()) { r.cleanups = append(r.cleanups, f) }

func (r *report) Logf(format string, args ...any) {
	fmt.Fprintf(os.Stderr, r.name+": "+format+"\n", args...)
}

func (r *report) Errorf(format string, args ...any) {
	r.failed = true
	r.Logf(format, args...)
}

func (r *report) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	runtime.Goexit()
}

func (r *report) clean() {
	for i := len(r.cleanups) - 1; i >= 0; i-- {
		r.cleanups[i]()
	}
}
