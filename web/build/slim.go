package main

import (
	"crypto/sha256"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"text/template"
)

// Ebitengine writes its twelve shaders with text/template while the game runs. Whatever links text/template may call any method
// by name, so the linker must keep every method of every type: a quarter of the program, 350 kB of a visit. The build
// therefore expands that one template itself, in a copy of the module, and the rest of Ebitengine stays as it is.
const (
	ebitengine = "github.com/hajimehoshi/ebiten/v2"
	shaderFile = "internal/builtinshader/shader.go"
	shaderSum  = "932a4a04d35a2bafa2272c9089f963ba5f189d855931af8fc049ead7360f6ebe" // of the file in v2.8.8
)

// slim writes the copy below the cache and a go.mod that names it, and returns the go.mod's path. The replacement is relative
// to the source tree, since the program says in itself which modules it was built from.
func slim(root, cache string) (mod string, err error) {
	out, err := command(root, forBrowser, "go", "list", "-deps", "-f={{with .Module}}{{if eq .Path \""+ebitengine+"\"}}{{.Dir}}\t{{$.Dir}}{{end}}{{end}}", "./cmd/labwasm")
	if err != nil {
		return "", err
	}
	copied := filepath.Join(cache, "ebitengine")
	if err := os.RemoveAll(copied); err != nil {
		return "", err
	}
	from := ""
	for line := range strings.Lines(string(out)) {
		module, dir, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok {
			continue
		}
		from = module
		within, err := filepath.Rel(module, dir)
		if err != nil {
			return "", err
		}
		if err := copyFiles(dir, filepath.Join(copied, within)); err != nil {
			return "", err
		}
	}
	if err := copyFile(filepath.Join(from, "go.mod"), filepath.Join(copied, "go.mod")); err != nil {
		return "", err
	}
	shaders := filepath.Join(copied, filepath.FromSlash(shaderFile))
	source, err := os.ReadFile(shaders)
	if err != nil {
		return "", err
	}
	if got := fmt.Sprintf("%x", sha256.Sum256(source)); got != shaderSum {
		return "", fmt.Errorf("%s of Ebitengine has changed (%s): see that expanded in web/build/slim.go still fits it, and write its new sum there", shaderFile, got)
	}
	if source, err = expanded(source); err != nil {
		return "", err
	}
	if err := os.WriteFile(shaders, source, 0o644); err != nil {
		return "", err
	}
	mod = filepath.Join(cache, "go.mod")
	for _, name := range []string{"go.mod", "go.sum"} {
		if err := copyFile(filepath.Join(root, name), filepath.Join(cache, name)); err != nil {
			return "", err
		}
	}
	within, err := filepath.Rel(root, copied)
	if err != nil {
		return "", err
	}
	_, err = command(root, nil, "go", "mod", "edit", "-replace="+ebitengine+"=./"+filepath.ToSlash(within), mod)
	return mod, err
}

// copyFiles copies a folder's files, and not its folders.
func copyFiles(from, to string) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	for _, e := range entries {
		if e.Type().IsRegular() && !strings.HasSuffix(e.Name(), "_test.go") {
			if err := copyFile(filepath.Join(from, e.Name()), filepath.Join(to, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

func copyFile(from, to string) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, content, 0o644)
}

// expanded is the source of the shaders with the template's results in the template's place.
func expanded(source []byte) ([]byte, error) {
	head, imports, rest, ok := cut(string(source), "import (", "\n)\n")
	types, variables, rest, ok1 := cut(rest, "var (\n\tshaders ", "\n)\n")
	between, made, rest, ok2 := cut(rest, "var tmpl = ", "`))\n")
	doc, function, tail, ok3 := cut(rest, "func ShaderSource(", "\n}\n")
	_, text, ok4 := strings.Cut(made, "`")
	if !ok || !ok1 || !ok2 || !ok3 || !ok4 || imports == "" || variables == "" || function == "" {
		return nil, fmt.Errorf("%s has another form than v2.8.8's", shaderFile)
	}
	shader, err := template.New("shader").Parse(strings.TrimSuffix(text, "`))\n"))
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	b.WriteString("// Changed by the build of the A2A Task Lab: the template of the shaders is expanded here, and not at run time.\n\n")
	b.WriteString(head + types + between + doc)
	b.WriteString(`func ShaderSource(filter Filter, address Address, useColorM bool) []byte {
	c := 0
	if useColorM {
		c = 1
	}
	return shaders[filter][address][c]
}

var shaders = [FilterCount][AddressCount][2][]byte{
`)
	for filter := range 2 {
		b.WriteString("\t{\n")
		for address := range 3 {
			b.WriteString("\t\t{\n")
			for _, colorM := range []bool{false, true} {
				var one strings.Builder
				if err := shader.Execute(&one, map[string]any{
					"Filter": filter, "FilterNearest": 0, "FilterLinear": 1,
					"Address": address, "AddressUnsafe": 0, "AddressClampToZero": 1, "AddressRepeat": 2,
					"UseColorM": colorM,
				}); err != nil {
					return nil, err
				}
				b.WriteString("\t\t\t[]byte(" + strconv.Quote(one.String()) + "),\n")
			}
			b.WriteString("\t\t},\n")
		}
		b.WriteString("\t},\n")
	}
	b.WriteString("}\n" + tail)
	return format.Source([]byte(b.String()))
}

// cut splits a text into what is before the part that begins and ends as given, the part, and what is after it.
func cut(s, begin, end string) (before, part, after string, ok bool) {
	i := strings.Index(s, begin)
	if i < 0 {
		return s, "", "", false
	}
	j := strings.Index(s[i:], end)
	if j < 0 {
		return s, "", "", false
	}
	j += i + len(end)
	return s[:i], s[i:j], s[j:], true
}
