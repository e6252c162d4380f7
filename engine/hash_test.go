package engine

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata; read the difference before you commit it")

const hashFile = "testdata/hashes.txt"

// TestHashes compares the hash of every event of many runs with the committed ones. It runs natively and as WebAssembly, and
// the browser's test reads the same file: so all three play the same game.
func TestHashes(t *testing.T) {
	if *update {
		writeHashes(t)
	}
	file, err := os.ReadFile(hashFile)
	if err != nil {
		t.Fatal(err)
	}
	var r Runner
	var tr Trace
	n := 0
	for line := range strings.Lines(string(file)) {
		want, text, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		if n++; testing.Short() && n%4 != 0 {
			continue
		}
		if err := r.Trace(&tr, setting(t, text)); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got := fmt.Sprintf("%016x", tr.Hash()); got != want {
			t.Errorf("%s: the run's hash is %s, want %s (after a change of the model: go test ./engine -update)", text, got, want)
		}
	}
	if n < 100 {
		t.Errorf("%s names only %d runs", hashFile, n)
	}
}

// writeHashes takes every row of the calibration on a few days, and settings from all over the ranges.
func writeHashes(t *testing.T) {
	var b strings.Builder
	b.WriteString("# The hash of everything that happens in a run (Trace.Hash), and the run's setting. Equal on every platform.\n")
	b.WriteString("# Written by go test ./engine -update; read by the engine's tests, natively and as WebAssembly, and in the browser.\n")
	var r Runner
	var tr Trace
	add := func(s Setting) {
		if err := r.Trace(&tr, s); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%016x %s\n", tr.Hash(), text(s))
	}
	for i, row := range calibration {
		for day := range int64(3) {
			s := setting(t, row.text)
			s.Day = day*1_000_003 + int64(i)
			add(s)
		}
	}
	rng := rand.New(rand.NewPCG(2, 26))
	for i := range 120 {
		if i%2 == 0 {
			add(anySetting(rng, 200))
		} else {
			add(gridSetting(rng, 200))
		}
	}
	if err := os.WriteFile(hashFile, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestHashSeesAll changes every number of a trace by one, each in turn: none may leave the hash as it was.
func TestHashSeesAll(t *testing.T) {
	var r Runner
	var tr Trace
	if err := r.Trace(&tr, setting(t, allFailures+"&items=3&reconcile=10m&by=list")); err != nil {
		t.Fatal(err)
	}
	was, changed := tr.Hash(), 0
	var walk func(path string, v reflect.Value)
	walk = func(path string, v reflect.Value) {
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				if f := v.Type().Field(i); f.IsExported() && f.Name != "Setting" {
					walk(path+"."+f.Name, v.Field(i))
				}
			}
			return
		case reflect.Slice, reflect.Array:
			for i := range v.Len() {
				walk(fmt.Sprintf("%s[%d]", path, i), v.Index(i))
			}
			return
		case reflect.Bool:
			v.SetBool(!v.Bool())
			defer v.SetBool(!v.Bool())
		case reflect.Int, reflect.Int32, reflect.Int64:
			v.SetInt(v.Int() + 1)
			defer v.SetInt(v.Int() - 1)
		case reflect.Uint8:
			v.SetUint(v.Uint() + 1)
			defer v.SetUint(v.Uint() - 1)
		default:
			t.Fatalf("%s is a %v, which the hash does not know", path, v.Kind())
		}
		changed++
		if tr.Hash() == was {
			t.Errorf("%s does not count in the hash", path)
		}
	}
	walk("Trace", reflect.ValueOf(&tr).Elem())
	if tr.Hash() != was || changed < 200 {
		t.Errorf("%d numbers changed; the trace is as before: %v", changed, tr.Hash() == was)
	}
}
