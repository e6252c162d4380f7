// Command build makes the files that the server embeds: the lab's program for the browser,
// the Go toolchain's loader that belongs to it, the texts of the licences, and the program's
// compressed forms. It puts them into web/dist/lab in one step, so that the folder is never
// half written.
//
// Compression is kept under the content's hash in .cache, so only what changed is compressed
// again. With -fast it takes a second, otherwise the best level, about half a minute.
package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/andybalholm/brotli"
)

// kept is how many compressed files stay in the cache: the last few builds of each kind.
const kept = 16

func main() {
	fast := flag.Bool("fast", false, "compress quickly instead of well")
	flag.Parse()
	if err := run(*fast); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

func run(fast bool) error {
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	cache := filepath.Join(root, ".cache")
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return err
	}
	dist := filepath.Join(root, "web", "dist")
	next, err := os.MkdirTemp(dist, ".next-") // a dot: never embedded, even if left behind
	if err != nil {
		return err
	}
	defer os.RemoveAll(next)

	start := time.Now()
	mod, err := slim(root, cache)
	if err != nil {
		return err
	}
	wasm, err := buildProgram(root, mod, filepath.Join(next, "lab.wasm"))
	if err != nil {
		return err
	}
	loader, err := goLoader(root)
	if err != nil {
		return err
	}
	licences, err := licenceTexts(root)
	if err != nil {
		return err
	}
	built := time.Since(start)

	start = time.Now()
	level := best
	if fast {
		level = quick
	}
	brotlied, gzipped, err := compressed(cache, level, wasm)
	if err != nil {
		return err
	}
	description, err := json.MarshalIndent(map[string]any{
		"go": runtime.Version(), "compression": level.name, "sha256": fmt.Sprintf("%x", sha256.Sum256(wasm)),
	}, "", "\t")
	if err != nil {
		return err
	}
	for name, content := range map[string][]byte{
		"lab.wasm.br":  brotlied,
		"lab.wasm.gz":  gzipped,
		"wasm_exec.js": loader,
		"licenses.txt": licences,
		"build.json":   append(description, '\n'),
	} {
		if err := os.WriteFile(filepath.Join(next, name), content, 0o644); err != nil {
			return err
		}
	}
	if err := os.Chmod(next, 0o755); err != nil {
		return err
	}
	if err := swap(next, filepath.Join(dist, "lab")); err != nil {
		return err
	}
	fmt.Printf("lab.wasm: %.2f MB, brotli %.2f MB, gzip %.2f MB (%s); built in %.1f s, compressed in %.1f s\n",
		megabytes(wasm), megabytes(brotlied), megabytes(gzipped), level.name,
		built.Seconds(), time.Since(start).Seconds())
	return nil
}

func megabytes(content []byte) float64 { return float64(len(content)) / 1e6 }

func moduleRoot() (string, error) {
	out, err := command("", nil, "go", "env", "GOMOD")
	if err != nil {
		return "", err
	}
	mod := strings.TrimSpace(string(out))
	if filepath.Base(mod) != "go.mod" {
		return "", errors.New("run this inside the lab's source tree")
	}
	return filepath.Dir(mod), nil
}

// forBrowser is the environment that makes the Go tool work for the browser.
var forBrowser = []string{"GOOS=js", "GOARCH=wasm"}

// command runs a tool, with additions to its environment, and returns what it printed; if it
// fails, its complaint is the error.
func command(dir string, env []string, name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, complaint.Bytes())
	}
	return out, nil
}

// small are the packages that are compiled for size, without inlining: some 200 kB less to download. They run once, at the
// start, or move few bytes a frame. What a player feels, the engine, its judgement, its explanations and the picture, stays
// fast, and so does what these lean on: the runtime, mathematics, slices.
var small = []string{
	"go/...", "text/...", "regexp", "regexp/...", "net/...", "archive/...", "compress/...", "encoding/...",
	"crypto/...", "database/...", "hash/...", "image/...", "math/big", "bufio", "context", "os", "path/...",
	"fmt", "reflect", "internal/fmtsort", "internal/reflectlite", "time", "errors", "io", "io/fs",
	"sync", "sync/atomic", "unicode/...", "bytes", "sort",
	"github.com/google/uuid", "github.com/hajimehoshi/ebiten/v2/...", "rsc.io/qr/...",
	"a2alab/ui",
}

// buildProgram compiles cmd/labwasm. The result depends on the source and the toolchain only,
// not on where or from which commit it was built, so that its address changes when it does. mod is the go.mod to build by.
func buildProgram(root, mod, file string) ([]byte, error) {
	args := []string{"build", "-modfile=" + mod, "-trimpath", "-buildvcs=false", "-ldflags=-s -w"}
	for _, pattern := range small {
		args = append(args, "-gcflags="+pattern+"=-l")
	}
	if _, err := command(root, forBrowser, "go", append(args, "-o", file, "./cmd/labwasm")...); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
}

// goLoader is the toolchain's wasm_exec.js, which must match the compiler exactly.
func goLoader(root string) ([]byte, error) {
	goroot, err := command(root, nil, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec.js"))
}

// licenceTexts is our NOTICE followed by the licence of every module that is linked into the
// program or the server, and Go's own.
func licenceTexts(root string) ([]byte, error) {
	text, err := os.ReadFile(filepath.Join(root, "NOTICE"))
	if err != nil {
		return nil, err
	}
	goroot, err := command(root, nil, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	const modules = "-f={{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}"
	program, err := command(root, forBrowser, "go", "list", "-deps", modules, "./cmd/labwasm")
	if err != nil {
		return nil, err
	}
	server, err := command(root, nil, "go", "list", "-deps", modules, "./cmd/labserve")
	if err != nil {
		return nil, err
	}
	sources := strings.Split(string(program)+string(server), "\n")
	slices.Sort(sources)
	sources = append([]string{"Go\t" + strings.TrimSpace(string(goroot))}, slices.Compact(sources)...)
	for _, source := range sources {
		name, dir, ok := strings.Cut(source, "\t")
		if !ok {
			continue
		}
		licence, err := os.ReadFile(filepath.Join(dir, "LICENSE"))
		if errors.Is(err, os.ErrNotExist) && name == "Go" {
			// Some distributions keep it elsewhere.
			licence, err = []byte("See https://go.dev/LICENSE\n"), nil
		}
		if err != nil {
			return nil, fmt.Errorf("the licence of %s: %w", name, err)
		}
		text = fmt.Appendf(text, "\n%s\n%s\n\n%s", name, strings.Repeat("-", len(name)), licence)
	}
	return text, nil
}

// effort is how hard the two encoders try.
type effort struct {
	name         string
	brotli, gzip int
}

var (
	quick = effort{"fast", 5, 6}
	best  = effort{"best", brotli.BestCompression, gzip.BestCompression}
)

// compressed returns the content in brotli and gzip, from the cache where it has them.
func compressed(cache string, level effort, content []byte) (br, gz []byte, err error) {
	sum := sha256.Sum256(content)
	key := hex.EncodeToString(sum[:12])
	var wait sync.WaitGroup
	var brErr, gzErr error
	wait.Go(func() {
		br, brErr = cached(filepath.Join(cache, fmt.Sprintf("%s.br%d", key, level.brotli)), content,
			func(w io.Writer) (io.WriteCloser, error) { return brotli.NewWriterLevel(w, level.brotli), nil })
	})
	wait.Go(func() {
		gz, gzErr = cached(filepath.Join(cache, fmt.Sprintf("%s.gz%d", key, level.gzip)), content,
			func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriterLevel(w, level.gzip) })
	})
	wait.Wait()
	return br, gz, errors.Join(brErr, gzErr, prune(cache))
}

// cached returns the file's content, which it makes first if there is none.
func cached(file string, content []byte, encoder func(io.Writer) (io.WriteCloser, error)) ([]byte, error) {
	if have, err := os.ReadFile(file); err == nil {
		now := time.Now()
		return have, os.Chtimes(file, now, now) // used: prune keeps it
	}
	var out bytes.Buffer
	w, err := encoder(&out)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(content); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	temporary, err := os.CreateTemp(filepath.Dir(file), ".part-")
	if err != nil {
		return nil, err
	}
	defer os.Remove(temporary.Name())
	_, err = temporary.Write(out.Bytes())
	if err := errors.Join(err, temporary.Close()); err != nil {
		return nil, err
	}
	return out.Bytes(), os.Rename(temporary.Name(), file)
}

// prune removes all but the latest files of the cache.
func prune(cache string) error {
	files, err := filepath.Glob(filepath.Join(cache, "*.[bg][rz]*"))
	if err != nil {
		return err
	}
	used := func(file string) time.Time {
		stat, err := os.Stat(file)
		if err != nil {
			return time.Time{}
		}
		return stat.ModTime()
	}
	slices.SortFunc(files, func(a, b string) int { return used(b).Compare(used(a)) })
	for _, file := range files[min(kept, len(files)):] {
		if err := os.Remove(file); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

// swap puts the folder next in the place of target. Between its two renames there is no
// target at all, which the server reports as a missing build; there is never half of one.
func swap(next, target string) error {
	old, err := os.MkdirTemp(filepath.Dir(target), ".old-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(old)
	if err := os.Rename(target, filepath.Join(old, "lab")); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return os.Rename(next, target)
}
