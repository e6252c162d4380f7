package web

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// exportMark is a file that stands in every export and says that its folder may be replaced by the next.
const exportMark = ".a2a-task-lab-export"

// twins are the endings of compressed files beside the plain ones, as nginx's gzip_static and
// brotli_static and others look for them.
var twins = map[string]string{"identity": "", "gzip": ".gz", "br": ".br"}

// Export writes the site into a folder as plain files, which any static host serves: index.html for
// each page, 404.html, everything else under its own name, and compressed twins beside them. It
// writes beside the folder and renames, so a folder is an export or it is not; between the renames
// there is none for an instant. A folder that holds anything but an earlier export is left alone.
//
// The addresses in the pages are relative, so the folder can be served below any path. Only 404.html,
// which hosts show at any depth, cannot know where it stands: at is the path of the site on its host,
// such as /a2a/; "" leaves 404.html right at the top of the site only.
func (s *Site) Export(folder, at string) error {
	if at != "" && (!strings.HasPrefix(at, "/") || path.Clean(at) != strings.TrimSuffix(at, "/") && at != "/") {
		return fmt.Errorf("%q is no path of a site: it begins with a slash, as /a2a/ does", at)
	}
	target, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	if real, err := filepath.EvalSymlinks(target); err == nil {
		target = real
	}
	if err := mayReplace(target); err != nil {
		return err
	}
	parent := filepath.Dir(target)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return fmt.Errorf("cannot make the folder above the export: %w", err)
	}
	next, err := os.MkdirTemp(parent, ".a2a-next-")
	if err != nil {
		return fmt.Errorf("cannot write beside %s: %w", folder, err)
	}
	defer os.RemoveAll(next)
	if err := s.writeFiles(next, at); err != nil {
		return fmt.Errorf("the export is not complete and %s is as it was: %w", folder, err)
	}
	if err := os.Chmod(next, 0o755); err != nil {
		return err
	}

	old, err := os.MkdirTemp(parent, ".a2a-old-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(old)
	was := filepath.Join(old, "was")
	if err := os.Rename(target, was); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("cannot replace %s; if a volume is mounted there, name a folder inside it: %w", folder, err)
	}
	if err := os.Rename(next, target); err != nil {
		return errors.Join(fmt.Errorf("cannot put the export in its place: %w", err), os.Rename(was, target))
	}
	return nil
}

// mayReplace reports why the folder is not to be replaced: it is something that no export wrote.
func mayReplace(folder string) error {
	entries, err := os.ReadDir(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("cannot look into the folder for the export: %w", err)
	case len(entries) == 0:
		return nil
	}
	if _, err := os.Lstat(filepath.Join(folder, exportMark)); err != nil {
		return fmt.Errorf("%s is not empty and no earlier export (there is no %s in it): choose another folder, or empty this one", folder, exportMark)
	}
	return nil
}

func (s *Site) writeFiles(folder, at string) error {
	for address, a := range s.answers {
		if a.dynamic {
			continue
		}
		if err := a.write(folder, fileOf(address)); err != nil {
			return err
		}
	}
	missing := s.notFound[0]
	if at != "" {
		var err error
		root := strings.TrimSuffix(at, "/") + "/"
		if missing, err = s.newNotFound(root); err != nil {
			return err
		}
	}
	if err := missing.write(folder, "404.html"); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, exportMark), []byte(s.Version()+"\n"), 0o644)
}

// fileOf is the file that static hosts serve at an address.
func fileOf(address string) string {
	if strings.HasSuffix(address, "/") {
		address += "index.html"
	}
	return filepath.FromSlash(strings.TrimPrefix(address, "/"))
}

// write writes the answer's variants as a file and its twins.
func (a *answer) write(folder, name string) error {
	file := filepath.Join(folder, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	for _, v := range a.variants {
		if err := os.WriteFile(file+twins[v.encoding], v.body, 0o644); err != nil {
			return err
		}
	}
	return nil
}
