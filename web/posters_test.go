package web

import (
	"regexp"
	"testing"
)

// TestPosterFile: embed.js knows the posters of the settings that the site was given, and other sites may show them.
func TestPosterFile(t *testing.T) {
	s, err := newSite(files(), Options{Posters: []byte("m=2&reconcile=5m\n")})
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`"posters":\{"m=2\\u0026reconcile=5m":"([^"]+)"\}`).FindSubmatch(body(t, ask(s, "GET", "/embed.js")))
	if m == nil {
		t.Fatal("embed.js does not know the poster")
	}
	r := ask(s, "GET", "/posters/"+string(m[1])+".svg")
	if r.StatusCode != 200 || r.Header.Get("Cross-Origin-Resource-Policy") != "cross-origin" || len(body(t, r)) < 1000 {
		t.Errorf("the poster: %s, %v", r.Status, r.Header)
	}
}
