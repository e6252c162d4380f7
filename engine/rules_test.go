package engine

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"
)

// TestRules: every rule is a sentence and names code that is there; the protocol's name their section.
func TestRules(t *testing.T) {
	functions := map[string]bool{}
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), f.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				functions[fn.Name.Name] = true
			}
		}
	}
	seen := map[string]bool{}
	for _, r := range Rules {
		if !strings.HasSuffix(strings.TrimSuffix(r.Text, ")"), ".") && !strings.HasSuffix(r.Text, ".") || seen[r.Text] || len(r.In) == 0 || r.Kind >= NumRuleKinds {
			t.Errorf("%+v", r)
		}
		seen[r.Text] = true
		if r.Kind == Specified && !strings.HasPrefix(r.Section, "§") {
			t.Errorf("the protocol's rule %q names no section", r.Text)
		}
		for _, name := range r.In {
			if !functions[name] {
				t.Errorf("the rule %q is said to be in %s, which is not there", r.Text, name)
			}
		}
	}
}
