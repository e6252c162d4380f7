package web

import (
	"fmt"
	"strings"
	"testing"
)

// TestHubFile: a broken entry is named and left out, and the others stay.
func TestHubFile(t *testing.T) {
	const good = `"title": "Good", "address": "https://labs.example/a/", "missions": ["1"], "storageKey": "good"`
	for _, test := range []struct{ entry, says string }{
		{`{"address": "../", "missions": ["1"], "storageKey": "k"}`, "no title"},
		{`{"title": "T", "missions": ["1"], "storageKey": "k"}`, "no address"},
		{`{"title": "T", "address": "../", "missions": ["1"]}`, "no storageKey"},
		{`{"title": "T", "address": "../", "storageKey": "k"}`, "0 missions"},
		{`{"title": "T", "address": "../", "storageKey": "k", "missions": ["1", "1"]}`, "twice"},
		{`{"title": "T", "address": "../", "storageKey": "k", "missions": ["a b"]}`, "without spaces"},
		{`{"title": "T", "address": "../", "storageKey": "k", "missions": [1]}`, "string"},
		{`{"title": "T", "address": "javascript:alert(1)", "storageKey": "k", "missions": ["1"]}`, "neither relative"},
		{`{"title": "T", "address": "//evil.example", "storageKey": "k", "missions": ["1"]}`, "no host"},
		{`{"title": "T", "address": "https:a", "storageKey": "k", "missions": ["1"]}`, "neither relative"},
		{`{"title": "T", "address": "../", "picture": "https://a;b/c.png", "storageKey": "k", "missions": ["1"]}`, "picture"},
		{`{"title": "T", "address": "../", "picture": "data:image/png,x", "storageKey": "k", "missions": ["1"]}`, "picture"},
		{`{"title": "T", "address": "../", "storagekey2": "k", "missions": ["1"]}`, "storagekey2"},
		{`{"title": "T", "address": "` + strings.Repeat("x", 1001) + `", "storageKey": "k", "missions": ["1"]}`, "1000 bytes"},
		{`{"title": "T", "address": "../", "storageKey": "good", "missions": ["1"]}`, "counted twice"},
		{`"T"`, "string"},
	} {
		var warnings []string
		text := fmt.Sprintf(`{"labs": [{%s}, %s, {"title": "Last", "address": "../last/", "missions": ["x"], "storageKey": "last"}]}`, good, test.entry)
		labs, err := parseHub([]byte(text), func(w string) { warnings = append(warnings, w) })
		if err != nil || len(labs) != 2 || labs[0].Title != "Good" || labs[1].Title != "Last" {
			t.Errorf("%s: %v, %v", test.entry, labs, err)
			continue
		}
		if len(warnings) != 1 || !strings.Contains(warnings[0], "lab 2") || !strings.Contains(warnings[0], test.says) {
			t.Errorf("%s: %q, want a word about %q", test.entry, warnings, test.says)
		}
	}
	for _, text := range []string{"", "{", `{"laps": []}`, `{"labs": []} more`, `{"labs": []}}`, `{"labs": 1}`, "{\"labs\": [" + strings.Repeat("{},", 100) + "{}]}"} {
		if labs, err := parseHub([]byte(text), func(string) {}); err == nil {
			t.Errorf("%.20q was read as %v", text, labs)
		}
	}
}

// TestHubPage: the labs of the file are on the page, readable without scripts, and the policy lets in their pictures and no others.
func TestHubPage(t *testing.T) {
	s, err := newSite(files(), Options{Hub: []byte(`{"labs": [
		{"title": "First <lab>", "about": "About.", "address": "https://labs.example/a/?x=1&y=2", "picture": "https://pictures.example/1.png", "missions": ["1", "2"], "storageKey": "first"},
		{"title": "Second", "address": "../", "picture": "https://pictures.example/2.png", "missions": ["only"], "storageKey": "second"}]}`)})
	if err != nil {
		t.Fatal(err)
	}
	r := ask(s, "GET", "/hub/")
	content := string(body(t, r))
	for _, want := range []string{
		`<a href="https://labs.example/a/?x=1&amp;y=2">First &lt;lab&gt;</a>`, `src="https://pictures.example/1.png"`, "<p>About.</p>",
		`<a2a-stars storage-key="first" missions="1 2">2 missions, up to 6 stars</a2a-stars>`,
		`<a2a-stars storage-key="second" missions="only">1 mission, up to 3 stars</a2a-stars>`, `<a2a-stars total>9 stars to be had`,
	} {
		if !strings.Contains(content, want) {
			t.Errorf("the hub does not hold %s", want)
		}
	}
	if p := r.Header.Get("Content-Security-Policy"); !strings.Contains(p, "; img-src 'self' https://pictures.example;") {
		t.Errorf("the hub's policy is %s", p)
	}
	if empty, err := newSite(files(), Options{Hub: []byte(`{"labs": []}`)}); err != nil || !strings.Contains(string(body(t, ask(empty, "GET", "/hub/"))), "No lab is listed yet") {
		t.Errorf("an empty hub: %v", err)
	}
}

// TestOwnHub: the hub that comes with the lab has no broken entry.
func TestOwnHub(t *testing.T) {
	text, err := embedded.ReadFile("static/hub.json")
	if err != nil {
		t.Fatal(err)
	}
	labs, err := parseHub(text, func(w string) { t.Error(w) })
	if err != nil || len(labs) != 1 || len(labs[0].Missions) == 0 {
		t.Errorf("%d labs, %v: %+v", len(labs), err, labs)
	}
}
