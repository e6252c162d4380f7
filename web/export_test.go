package web

import (
	"bytes"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// tree is every file below the folder, by its name with slashes.
func tree(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	found := make(map[string][]byte)
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		found[name], err = os.ReadFile(filepath.Join(folder, name))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestExport: a plain file server over the folder, below another path, gives the same bytes as the server.
func TestExport(t *testing.T) {
	s := testSite(t)
	folder := filepath.Join(t.TempDir(), "new", "site")
	if err := s.Export(folder, ""); err != nil {
		t.Fatal(err)
	}
	plain := httptest.NewServer(http.StripPrefix("/labs/a2a", http.FileServer(http.Dir(folder))))
	defer plain.Close()
	for address, a := range s.answers {
		r, err := http.Get(plain.URL + "/labs/a2a" + address)
		if err != nil {
			t.Fatal(err)
		}
		got := body(t, r)
		r.Body.Close()
		if a.dynamic {
			if r.StatusCode != http.StatusNotFound {
				t.Errorf("%s is in the export", address)
			}
			continue
		}
		if r.StatusCode != http.StatusOK || !bytes.Equal(got, body(t, ask(s, "GET", address))) {
			t.Errorf("%s: %s, %d B, not what the server gives", address, r.Status, len(got))
		}
	}
	files := tree(t, folder)
	for name, content := range files {
		for ending, encoding := range map[string]string{".br": "br", ".gz": "gzip"} {
			if plain, ok := strings.CutSuffix(name, ending); ok && !bytes.Equal(decoded(t, encoding, content), files[plain]) {
				t.Errorf("%s is no twin of %s", name, plain)
			}
		}
	}
	for _, name := range []string{"index.html", "index.html.br", "index.html.gz", "embed/index.html", "404.html", strings.TrimPrefix(s.assets.Wasm, "/") + ".br"} {
		if len(files[name]) == 0 {
			t.Errorf("%s is missing", name)
		}
	}
	if !strings.Contains(string(files["404.html"]), `href="./"`) {
		t.Error("404.html does not lead to the page beside it")
	}
	if beside, _ := os.ReadDir(filepath.Dir(folder)); len(beside) != 1 {
		t.Errorf("left beside the export: %v", beside)
	}
}

// TestExportAgain: an export replaces an earlier one whole, and nothing else.
func TestExportAgain(t *testing.T) {
	s := testSite(t)
	changed := fstest.MapFS{}
	for name, f := range files() {
		changed[name] = f
	}
	changed["static/boot.js"] = &fstest.MapFile{Data: []byte("// another\n")}
	other, err := newSite(changed, Options{})
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir() // exists and is empty
	if err := s.Export(folder, ""); err != nil {
		t.Fatal(err)
	}
	if err := other.Export(folder, "/labs/a2a/"); err != nil {
		t.Fatal(err)
	}
	files := tree(t, folder)
	if _, ok := files[strings.TrimPrefix(s.assets.Boot, "/")]; ok {
		t.Error("a file of the earlier export is still there")
	}
	if _, ok := files[strings.TrimPrefix(other.assets.Boot, "/")]; !ok {
		t.Error("a file of the later export is missing")
	}
	if !strings.Contains(string(files["404.html"]), `href="/labs/a2a/"`) {
		t.Error("404.html does not lead to where the site stands")
	}

	// A link to an export stays a link.
	link := filepath.Join(t.TempDir(), "current")
	if err := os.Symlink(folder, link); err != nil {
		t.Fatal(err)
	}
	if err := s.Export(link, ""); err != nil {
		t.Fatal(err)
	}
	if to, err := os.Readlink(link); err != nil || to != folder {
		t.Errorf("the link leads to %q now (%v)", to, err)
	}
	if _, ok := tree(t, folder)[strings.TrimPrefix(s.assets.Boot, "/")]; !ok {
		t.Error("the folder behind the link was not replaced")
	}
}

// TestExportRefuses: what is no export is left as it was.
func TestExportRefuses(t *testing.T) {
	s := testSite(t)
	thesis := t.TempDir()
	if err := os.WriteFile(filepath.Join(thesis, "thesis.txt"), []byte("years of work"), 0o644); err != nil {
		t.Fatal(err)
	}
	for folder, at := range map[string]string{
		thesis:                               "",
		filepath.Join(thesis, "thesis.txt"):  "",
		filepath.Join(t.TempDir(), "site"):   "a2a/",
		filepath.Join(t.TempDir(), "site-2"): "/../a2a",
	} {
		if err := s.Export(folder, at); err == nil {
			t.Errorf("%s at %q was exported to", folder, at)
		}
	}
	if got := tree(t, thesis); len(got) != 1 || string(got["thesis.txt"]) != "years of work" {
		t.Errorf("the folder now holds %q", got)
	}
}
