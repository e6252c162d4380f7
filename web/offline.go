package web

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
)

// addWorker adds the service worker, with the list of what it keeps: all of the site that is the same for everybody. Without
// offline use the list is empty, and the worker takes itself and its copies away: browsers that have one look for a new
// worker at each visit, so a site cannot get rid of it by leaving it out.
func (s *Site) addWorker(script []byte, off bool) {
	kept := make(map[string]string) // integrity by address, relative to the first page
	build := ""
	if !off {
		for address, a := range s.answers {
			if !a.dynamic {
				kept[s.asReferredTo(address)] = integrity(a.variants[len(a.variants)-1].body)
			}
		}
	}
	files, _ := json.MarshalIndent(kept, "", "\t") // strings; sorted, so that the same site gives the same worker
	if !off {
		build = hash(append(files, script...))
	}
	text := fmt.Appendf(nil, "const build = %q, files = %s;\n%s", build, files, script)
	s.answers[s.assets.Worker] = s.newAnswer(mimeType("sw.js"), "no-cache", workerPolicy, variants(text))
}

// asReferredTo is how the pages refer to what is at an address.
func (s *Site) asReferredTo(address string) string {
	if strings.HasPrefix(s.assets.Elements, address+"?") {
		address = s.assets.Elements
	}
	return strings.TrimPrefix(address, "/")
}

// integrity is a content's hash as Subresource Integrity writes it.
func integrity(content []byte) string {
	sum := sha256.Sum256(content)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
