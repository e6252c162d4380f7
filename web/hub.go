package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/a-h/templ"

	"a2alab/ui/page"
)

// What a hub's file may hold at most.
const (
	hubLabsMost     = 100
	hubMissionsMost = 64
	hubTextMost     = 1000 // bytes of each text
)

// parseHub reads the hub's file:
//
//	{
//	  "labs": [
//	    {
//	      "title": "A2A Task Lab",        its name
//	      "about": "What happens to …",   a sentence or two; may be left out
//	      "address": "../",               its page, seen from the hub, or http(s)://…
//	      "picture": "../posters/1.svg",  twice as wide as high, the same way; may be left out
//	      "missions": ["1", "2", "3"],    that give up to three stars each; may be left out for this lab: all that it has
//	      "storageKey": "a2a-task-lab"    the key in localStorage under which it keeps them
//	    }
//	  ]
//	}
//
// A broken entry is left out and told to warn; if the file itself cannot be read that is the error.
func parseHub(text []byte, warn func(string)) ([]page.HubLab, error) {
	var file struct {
		Labs []json.RawMessage `json:"labs"`
	}
	if err := strictly(text, &file); err != nil {
		return nil, fmt.Errorf("the hub's file cannot be read: %w", err)
	}
	if len(file.Labs) > hubLabsMost {
		return nil, fmt.Errorf("the hub's file lists %d labs, more than %d", len(file.Labs), hubLabsMost)
	}
	var labs []page.HubLab
	for i, entry := range file.Labs {
		l, err := parseHubLab(entry)
		for _, other := range labs {
			if err == nil && other.StorageKey == l.StorageKey {
				err = fmt.Errorf("its storageKey %q is that of %q, so their stars would be counted twice", l.StorageKey, other.Title)
			}
		}
		if err != nil {
			warn(fmt.Sprintf("the hub leaves out lab %d of its file, %q: %v", i+1, l.Title, err))
			continue
		}
		labs = append(labs, l)
	}
	return labs, nil
}

// strictly decodes one JSON value without fields that nobody knows.
func strictly(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF { // More takes a bracket for an end
		return errors.New("something follows after its end")
	}
	return nil
}

func parseHubLab(entry []byte) (page.HubLab, error) {
	var l struct {
		Title      string   `json:"title"`
		About      string   `json:"about"`
		Address    string   `json:"address"`
		Picture    string   `json:"picture"`
		Missions   []string `json:"missions"`
		StorageKey string   `json:"storageKey"`
	}
	if err := strictly(entry, &l); err != nil {
		return page.HubLab{Title: l.Title}, err
	}
	if l.Missions == nil {
		l.Missions = page.OwnMissions(l.StorageKey)
	}
	lab := page.HubLab(l)
	for name, text := range map[string]string{"title": l.Title, "address": l.Address, "storageKey": l.StorageKey} {
		if strings.TrimSpace(text) == "" {
			return lab, fmt.Errorf("it has no %s", name)
		}
	}
	for name, text := range map[string]string{"title": l.Title, "about": l.About, "address": l.Address, "picture": l.Picture, "storageKey": l.StorageKey} {
		if len(text) > hubTextMost {
			return lab, fmt.Errorf("its %s has more than %d bytes", name, hubTextMost)
		}
	}
	for name, address := range map[string]string{"address": l.Address, "picture": l.Picture} {
		u, err := url.Parse(address)
		switch {
		case err != nil:
			return lab, fmt.Errorf("its %s cannot be read: %w", name, err)
		case u.Scheme != "" && u.Scheme != "https" && u.Scheme != "http" || u.Scheme != "" && u.Host == "":
			return lab, fmt.Errorf("its %s %q is neither relative nor http(s)://…", name, address)
		case u.Scheme != "" && strings.Trim(u.Host, hostCharacters) != "", u.Scheme == "" && u.Host != "":
			return lab, fmt.Errorf("its %s %q names no host that a browser would find", name, address)
		}
	}
	if n := len(l.Missions); n == 0 || n > hubMissionsMost {
		return lab, fmt.Errorf("it has %d missions, and must have from 1 to %d", n, hubMissionsMost)
	}
	seen := make(map[string]bool)
	for _, m := range l.Missions {
		if m == "" || len(m) > 32 || strings.ContainsAny(m, " \t\r\n\f") {
			return lab, fmt.Errorf("its mission %q is no name of up to 32 bytes without spaces", m)
		}
		if seen[m] {
			return lab, fmt.Errorf("its mission %q is listed twice", m)
		}
		seen[m] = true
	}
	return lab, nil
}

// hubRoute is the page that shows the labs. Its policy lets in the pictures that they name.
func hubRoute(labs []page.HubLab) route {
	images := "'self'"
	for _, l := range labs {
		u, err := url.Parse(l.Picture)
		if err != nil || u.Host == "" {
			continue
		}
		if origin := u.Scheme + "://" + u.Host; !strings.Contains(" "+images+" ", " "+origin+" ") {
			images += " " + origin
		}
	}
	p := policy{content: base + "; script-src 'self'; connect-src 'self'; style-src 'self'; img-src " + images + keeping}
	return route{"/hub/", p, func(a page.Assets) templ.Component { return page.Hub(a, labs) }}
}
