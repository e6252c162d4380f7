package web

import (
	"context"
	"errors"
	"fmt"
	"log"
	"maps"
	"net"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"
)

// Handler answers for the site. It logs one line for each request that is not answered from
// a file named by its content, and for those too if verbose is set.
func (s *Site) Handler(logger *log.Logger, verbose bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		a := s.answer(r)
		status, sent := s.send(a, w, r)
		if a.asset && !verbose {
			return
		}
		logger.Printf("%s %q %d %d B %.1f ms", r.Method, r.URL.Path, status, sent,
			float64(time.Since(start).Microseconds())/1000)
	})
}

func (s *Site) answer(r *http.Request) *answer {
	address := r.URL.Path
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		a := s.plain(http.StatusMethodNotAllowed, "This address can only be read: use GET or HEAD.\n")
		a.header.Set("Allow", "GET, HEAD")
		return a
	}
	if a, ok := s.answers[address]; ok {
		return a
	}
	if a, ok := s.answers[address+"/"]; ok && address != "" && a.status == http.StatusOK {
		// A page's addresses are relative to its folder, so the slash matters.
		to := path.Base(address) + "/"
		if r.URL.RawQuery != "" {
			to += "?" + r.URL.RawQuery
		}
		moved := s.plain(http.StatusPermanentRedirect, "This page's address ends with a slash.\n")
		moved.header.Set("Location", to)
		return moved
	}
	return s.notFound[min(depth(address), deepest)]
}

// plain is an answer that says in one sentence why there is no other.
func (s *Site) plain(status int, text string) *answer {
	a := s.newAnswer("text/plain; charset=utf-8", "no-store", filePolicy, []variant{{encoding: "identity", body: []byte(text)}})
	a.status = status
	return a
}

// send writes the variant that the client prefers, whole: ranges are not offered, because
// one cut from an encoded body is of no use to anybody. It returns the status and the
// number of bytes of the body.
func (s *Site) send(a *answer, w http.ResponseWriter, r *http.Request) (status, sent int) {
	v, ok := choose(a.variants, r.Header.Values("Accept-Encoding"))
	if !ok {
		return s.plain(http.StatusNotAcceptable,
			"None of the encodings that the request accepts is to be had here: allow br, gzip or identity.\n").respond(w, r, variant{})
	}
	return a.respond(w, r, v)
}

func (a *answer) respond(w http.ResponseWriter, r *http.Request, v variant) (status, sent int) {
	if v.encoding == "" {
		v = a.variants[len(a.variants)-1]
	}
	h := w.Header()
	maps.Copy(h, a.header)
	if v.etag != "" {
		h.Set("ETag", v.etag)
		if a.status == http.StatusOK && matches(r.Header.Values("If-None-Match"), v.etag) {
			h.Del("Content-Type")
			w.WriteHeader(http.StatusNotModified)
			return http.StatusNotModified, 0
		}
	}
	if v.encoding != "identity" {
		h.Set("Content-Encoding", v.encoding)
	}
	h.Set("Content-Length", strconv.Itoa(len(v.body)))
	w.WriteHeader(a.status)
	if r.Method == http.MethodHead {
		return a.status, 0
	}
	sent, _ = w.Write(v.body) // the client may have gone; there is nobody to tell
	return a.status, sent
}

// choose picks the variant with the highest weight in Accept-Encoding (RFC 9110, section
// 12.5.3), the first of equals. It reports false if the client refuses all of them.
func choose(of []variant, accept []string) (variant, bool) {
	weights := make(map[string]float64)
	for _, item := range strings.Split(strings.Join(accept, ","), ",") {
		coding, parameter, _ := strings.Cut(item, ";")
		coding = strings.ToLower(strings.TrimSpace(coding))
		if coding == "" {
			continue
		}
		if coding == "x-gzip" {
			coding = "gzip"
		}
		weights[coding] = parseWeight(parameter)
	}
	weigh := func(encoding string) float64 {
		if q, ok := weights[encoding]; ok {
			return q
		}
		if q, ok := weights["*"]; ok {
			return q
		}
		if encoding == "identity" {
			return 0.0001 // allowed unless refused, and below any weight that can be written
		}
		return 0
	}
	var best variant
	weight := 0.0
	for _, v := range of {
		if q := weigh(v.encoding); q > weight {
			best, weight = v, q
		}
	}
	return best, weight > 0
}

// parseWeight reads q=0.5. No parameter means 1; one that is no weight means 0, because
// sending an encoding that was not clearly asked for is worse than sending none.
func parseWeight(parameter string) float64 {
	parameter = strings.ToLower(strings.TrimSpace(parameter))
	if parameter == "" {
		return 1
	}
	value, ok := strings.CutPrefix(parameter, "q=")
	if !ok || len(value) > len("0.000") || strings.Trim(value, "0123456789.") != "" {
		return 0
	}
	q, err := strconv.ParseFloat(value, 64)
	if err != nil || q > 1 {
		return 0
	}
	return q
}

// matches reports whether If-None-Match names the tag.
func matches(header []string, etag string) bool {
	for _, tag := range strings.Split(strings.Join(header, ","), ",") {
		tag = strings.TrimPrefix(strings.TrimSpace(tag), "W/")
		if tag == etag || tag == "*" {
			return true
		}
	}
	return false
}

// Serve answers on the listener until the context ends, then finishes what is under way.
func (s *Site) Serve(ctx context.Context, listener net.Listener, logger *log.Logger, verbose bool) error {
	const patience = 5 * time.Second
	server := newServer(s.Handler(logger, verbose), logger)
	stopped := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		limit, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		stopped <- server.Shutdown(limit)
	})
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	if err := <-stopped; err != nil {
		server.Close()
		return fmt.Errorf("some answers were cut off, because they took longer than %v after the signal to stop", patience)
	}
	return nil
}

// newServer returns a server that neither slow nor silent clients can hold up.
func newServer(h http.Handler, logger *log.Logger) *http.Server {
	return &http.Server{
		Handler:           h,
		ErrorLog:          logger,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       20 * time.Second,
		WriteTimeout:      10 * time.Minute, // 10 MB over a very slow line
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
	}
}
