// Package a2alab_test keeps the house rules that no compiler checks.
package a2alab_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// allowed is which of our packages each package may import. What stands in no row may import none.
var allowed = map[string][]string{
	"engine":       {},
	"metrics":      {"engine"},
	"missions":     {"engine"},
	"compare":      {"engine"},
	"strategy":     {"engine", "missions"},
	"why":          {"engine", "missions"},
	"days":         {"engine", "missions"},
	"render":       {"engine"},
	"wire":         {"engine", "missions"},
	"ui":           {"compare", "days", "engine", "metrics", "missions", "render", "strategy", "why", "wire"},
	"ui/page":      {"compare", "engine", "metrics", "missions", "render", "ui", "wire"},
	"web":          {"render", "ui/page"},
	"web/build":    {},
	"cmd/lab":      {"days", "engine", "missions", "strategy", "ui", "wire"},
	"cmd/labserve": {"web"},
	"cmd/labwasm":  {"ui"},
}

// outside is which packages of others each package may import, beside the standard library. The program for the browser must
// not link templ, the server and the command line not Ebitengine.
var outside = map[string][]string{
	"render":  {"github.com/hajimehoshi/ebiten/v2"},
	"ui":      {"rsc.io/qr/coding"},
	"wire":    {"github.com/google/uuid"},
	"ui/page": {"github.com/a-h/templ"},
	"web":     {"github.com/a-h/templ", "github.com/andybalholm/brotli"},

	"web/build": {"github.com/andybalholm/brotli"},
}

// sources calls f with every Go file of the module but those of other modules below it, generated files included.
func sources(t *testing.T, f func(path string, file *ast.File)) {
	t.Helper()
	files := token.NewFileSet()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != ".":
			_, err := os.Stat(filepath.Join(path, "go.mod"))
			if err == nil || strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" {
				return filepath.SkipDir
			}
		case strings.HasSuffix(path, ".go"):
			file, err := parser.ParseFile(files, path, nil, parser.ParseComments)
			if err != nil {
				return err
			}
			f(path, file)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestImports: imports point one way, and a browser is known in few places.
func TestImports(t *testing.T) {
	seen := 0
	sources(t, func(path string, file *ast.File) {
		seen++
		dir := filepath.ToSlash(filepath.Dir(path))
		test := strings.HasSuffix(path, "_test.go")
		for _, spec := range file.Imports {
			name, _ := strconv.Unquote(spec.Path.Value)
			ours, isOurs := strings.CutPrefix(name, "a2alab/")
			switch {
			case name == "syscall/js" || strings.HasPrefix(name, "github.com/hajimehoshi/ebiten"):
				if !strings.HasSuffix(path, "_js.go") {
					t.Errorf("%s imports %s, which only a file that ends in _js.go may", path, name)
				}
			case isOurs:
				if !slices.Contains(allowed[dir], ours) && !(test && ours == dir) {
					t.Errorf("%s must not import %s", path, name)
				}
			case strings.Contains(strings.Split(name, "/")[0], ".") && !test:
				if !slices.ContainsFunc(outside[dir], func(o string) bool { return name == o || strings.HasPrefix(name, o+"/") }) {
					t.Errorf("%s must not import %s", path, name)
				}
			}
		}
	})
	if seen < 50 {
		t.Errorf("only %d files seen", seen)
	}
}

// TestDocumented: every package and every exported name says what it is.
func TestDocumented(t *testing.T) {
	packages := map[string]bool{}
	sources(t, func(path string, file *ast.File) {
		dir := filepath.Dir(path)
		if strings.HasSuffix(path, "_test.go") {
			return
		}
		packages[dir] = packages[dir] || file.Doc != nil
		if ast.IsGenerated(file) {
			return
		}
		missing := func(name string) { t.Errorf("%s: %s has no comment", path, name) }
		for _, decl := range file.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				if d.Name.IsExported() && d.Doc == nil {
					missing(d.Name.Name)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch s := spec.(type) {
					case *ast.TypeSpec:
						if s.Name.IsExported() && s.Doc == nil && d.Doc == nil {
							missing(s.Name.Name)
						}
					case *ast.ValueSpec:
						if s.Names[0].IsExported() && s.Doc == nil && s.Comment == nil && d.Doc == nil {
							missing(s.Names[0].Name)
						}
					}
				}
			}
		}
	})
	for dir, ok := range packages {
		if !ok {
			t.Errorf("package %s has no comment", dir)
		}
	}
}

// TestScriptsStaySmall: what is written by hand in JavaScript is a loader, a frame for articles and a worker, and no second program.
func TestScriptsStaySmall(t *testing.T) {
	scripts, err := filepath.Glob("web/static/*.js")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts found (%v)", err)
	}
	total := 0
	for _, name := range scripts {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		total += strings.Count(string(text), "\n")
	}
	if total > 600 {
		t.Errorf("%d lines of JavaScript; can the program not do it?", total)
	}
}

// TestNoLeftovers: nothing that is still to be done hides in the code.
func TestNoLeftovers(t *testing.T) {
	words := []string{"FIX" + "ME", "TO" + "DO", "XX" + "X"}
	sources(t, func(path string, file *ast.File) {
		for _, group := range file.Comments {
			for _, w := range words {
				if strings.Contains(group.Text(), w) {
					t.Errorf("%s: a comment says %s", path, w)
				}
			}
		}
	})
}
