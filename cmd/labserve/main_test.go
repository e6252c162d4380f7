package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"a2alab/web"
)

// TestErrors checks that each error says what happened and what to do.
func TestErrors(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	_, notBuilt := web.New(web.Options{})
	for _, test := range []struct {
		args       []string
		says       []string
		needsBuild bool
	}{
		{[]string{"-addr", taken.Addr().String()}, []string{"already in use", "-addr"}, true},
		{[]string{"-addr", "no port"}, []string{"no port", "-addr host:port"}, true},
		{[]string{"-addr", "127.0.0.1:99999"}, []string{"99999", "-addr host:port"}, true},
		{[]string{"8080"}, []string{"8080", "-h"}, false},
		{[]string{"-frame-ancestors", "example.org"}, []string{"example.org", "https://example.org"}, false},
		{[]string{"-posters", "no/such/file"}, []string{"file of posters", "no/such/file"}, false},
		{[]string{"-port", "8080"}, []string{"-port", "-h"}, false},
	} {
		err := run(context.Background(), test.args, io.Discard, io.Discard)
		if err == nil {
			t.Errorf("%q: no error", test.args)
			continue
		}
		if notBuilt != nil && test.needsBuild {
			if !errors.Is(err, web.ErrNotBuilt) {
				t.Errorf("%q without a build: %v", test.args, err)
			}
			continue
		}
		for _, part := range test.says {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%q: %q does not mention %q", test.args, err, part)
			}
		}
		if strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: more than one line: %q", test.args, err)
		}
	}
}

// TestServes starts the server, visits it, and stops it while a request is under way.
func TestServes(t *testing.T) {
	if _, err := web.New(web.Options{}); err != nil {
		t.Skip(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	out, printed := io.Pipe()
	var logs bytes.Buffer
	done := make(chan error, 1)
	go func() { done <- run(ctx, []string{"-addr", "127.0.0.1:0"}, printed, &logs) }()
	line := make([]byte, 200)
	n, err := out.Read(line)
	if err != nil {
		t.Fatal(err)
	}
	var url string
	for _, word := range strings.Fields(string(line[:n])) {
		if strings.HasPrefix(word, "http://127.0.0.1:") {
			url = word
		}
	}
	response, err := http.Get(url + "healthz")
	if err != nil {
		t.Fatalf("printed %q: %v", line[:n], err)
	}
	if content, _ := io.ReadAll(response.Body); string(content) != "ok\n" {
		t.Errorf("healthz says %q", content)
	}
	response.Body.Close()

	// Under way: an idle connection, kept alive by the client above.
	stop()
	select {
	case err := <-done:
		if err != nil {
			t.Errorf("stopping: %v", err)
		}
	case <-time.After(8 * time.Second):
		t.Fatal("the server does not stop")
	}
	if _, err := http.Get(url); err == nil {
		t.Error("the server still answers after it stopped")
	}
}

func TestVersion(t *testing.T) {
	if _, err := web.New(web.Options{}); err != nil {
		t.Skip(err)
	}
	var out bytes.Buffer
	if err := run(context.Background(), []string{"-version"}, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"A2A Task Lab", "revision", "program ", "go1."} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("%q does not say %q", out.String(), part)
		}
	}
}

func TestAddress(t *testing.T) {
	for given, want := range map[string]string{
		"127.0.0.1:80": "http://127.0.0.1:80/",
		"0.0.0.0:81":   "http://localhost:81/",
		"[::]:82":      "http://localhost:82/",
		"[::1]:83":     "http://[::1]:83/",
	} {
		a, err := net.ResolveTCPAddr("tcp", given)
		if err != nil {
			t.Fatal(err)
		}
		if got := address(a); got != want {
			t.Errorf("%s: %s, want %s", given, got, want)
		}
	}
}
