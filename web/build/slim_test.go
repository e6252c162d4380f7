package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestExpanded checks that each of the twelve shaders is a program of its own kind, and that nothing else of the file is lost.
func TestExpanded(t *testing.T) {
	root, err := moduleRoot()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := command(root, nil, "go", "list", "-m", "-f={{.Dir}}", ebitengine)
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), filepath.FromSlash(shaderFile)))
	if err != nil {
		t.Fatal(err)
	}
	after, err := expanded(source)
	if err != nil {
		t.Fatal(err)
	}
	names := func(content []byte) (names []string, shaders []string) {
		file, err := parser.ParseFile(token.NewFileSet(), "shader.go", content, 0)
		if err != nil {
			t.Fatalf("%v in\n%s", err, content)
		}
		for name := range file.Scope.Objects {
			names = append(names, name)
		}
		for _, decl := range file.Decls {
			if g, ok := decl.(*ast.GenDecl); ok && g.Tok == token.VAR && g.Specs[0].(*ast.ValueSpec).Names[0].Name == "shaders" {
				ast.Inspect(g, func(n ast.Node) bool {
					if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
						text, _ := strconv.Unquote(lit.Value)
						shaders = append(shaders, text)
					}
					return true
				})
			}
		}
		return names, shaders
	}
	was, _ := names(source)
	is, shaders := names(after)
	for _, name := range was {
		if lost := !strings.Contains(" "+strings.Join(is, " ")+" ", " "+name+" "); lost != (name == "tmpl" || name == "shadersM") {
			t.Errorf("%s is lost: %v", name, lost)
		}
	}
	if len(shaders) != 12 {
		t.Fatalf("%d shaders, want 12", len(shaders))
	}
	seen := map[string]bool{}
	for i, s := range shaders {
		if seen[s] {
			t.Errorf("shader %d is there twice", i)
		}
		seen[s] = true
		if _, err := parser.ParseFile(token.NewFileSet(), "shader", s, 0); err != nil { // Kage's syntax is Go's
			t.Errorf("shader %d: %v", i, err)
		}
		linear, address, colorM := i/6 == 1, i/2%3, i%2 == 1
		if strings.Contains(s, "mix(") != linear || strings.Contains(s, "UnsafeAt") != (address == 0) || strings.Contains(s, "mod(p") != (address == 2) || strings.Contains(s, "ColorMBody") != colorM {
			t.Errorf("shader %d is of another kind:\n%s", i, s)
		}
	}
	if _, err := expanded([]byte("package builtinshader\n")); err == nil {
		t.Error("a file of another form is taken")
	}
}
