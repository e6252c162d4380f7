// Package lab drives the lab as a person would: it starts the real server and a real
// Chromium, opens pages, clicks, types and looks. Whatever the browser complains about on
// the way (console errors, uncaught exceptions, breaches of the security policy) is a
// failure unless the caller said that it is expected.
package lab

import (
	"bufio"
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Site is the real server, on a port of its own.
type Site struct {
	URL    string // with a slash at its end
	server *exec.Cmd
	dir    string
}

// Start compiles cmd/labserve, with the program that the build left in web/dist, and runs
// it. It must be called from a folder of the module browsertests.
func Start() (*Site, error) {
	dir, err := os.MkdirTemp("", "labserve-")
	if err != nil {
		return nil, err
	}
	binary := filepath.Join(dir, "labserve")
	build := exec.Command("go", "build", "-o", binary, "./cmd/labserve")
	build.Dir = ".."
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building the server: %w\n%s", err, out)
	}
	s := &Site{server: exec.Command(binary, "-addr", "127.0.0.1:0"), dir: dir}
	out, err := s.server.StdoutPipe()
	if err != nil {
		return nil, err
	}
	var complaint bytes.Buffer
	s.server.Stderr = &complaint
	if err := s.server.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	for _, word := range strings.Fields(line) {
		if strings.HasPrefix(word, "http://") {
			s.URL = word
		}
	}
	if s.URL == "" {
		s.Close()
		return nil, fmt.Errorf("the server did not say where it listens (%v)\n%s", err, complaint.String())
	}
	return s, nil
}

// Close stops the server.
func (s *Site) Close() {
	s.server.Process.Kill()
	s.server.Wait()
	os.RemoveAll(s.dir)
}

// Proxy puts meddle in front of the site: what it answers, by returning true, does not
// reach the server. It returns the address to open.
func (s *Site) Proxy(t T, meddle func(w http.ResponseWriter, r *http.Request) bool) string {
	upstream, err := url.Parse(s.URL)
	if err != nil {
		t.Fatalf("the site's address: %v", err)
	}
	onward := httputil.NewSingleHostReverseProxy(upstream)
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !meddle(w, r) {
			onward.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(func() {
		front.CloseClientConnections() // a test may leave a download standing
		front.Close()
	})
	return front.URL + "/"
}
