package page

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"a2alab/missions"
	"a2alab/ui"
)

// TestElements: the script is the function as it was written, called with what it reads of its argument, and with no more.
func TestElements(t *testing.T) {
	function, err := os.ReadFile("../../web/static/embed.js")
	if err != nil {
		t.Fatal(err)
	}
	script := Elements(function, nil)
	argument, ok := bytes.CutPrefix(script, append(bytes.TrimRight(function, "\n"), '('))
	argument, ended := bytes.CutSuffix(argument, []byte(");\n"))
	if !ok || !ended {
		t.Fatalf("the script does not end with the function's call but with\n%s", script[len(script)-200:])
	}
	var given map[string]any
	if err := json.Unmarshal(argument, &given); err != nil {
		t.Fatal(err)
	}
	for name := range given {
		if !bytes.Contains(function, []byte("lab."+name)) {
			t.Errorf("embed.js does not use %s", name)
		}
	}
	for _, rest := range bytes.Split(function, []byte("lab."))[1:] {
		name := string(rest[:bytes.IndexFunc(rest, func(r rune) bool { return r < 'a' || r > 'z' })])
		if _, ok := given[name]; !ok && name != "example" {
			t.Errorf("embed.js uses lab.%s, which is not given", name)
		}
	}
	if given["key"] != ui.StorageKey || given["version"] != float64(ui.ContractVersion) || len(given["missions"].([]any)) != len(missions.All) {
		t.Errorf("given is %v", given)
	}
	for _, constant := range []string{ui.StorageKey + "'", "'1'", "#0b0e17"} {
		if bytes.Contains(function, []byte(constant)) {
			t.Errorf("embed.js repeats %s", constant)
		}
	}
	if len(script) > 16_000 {
		t.Errorf("embed.js has %d bytes; it is one small file", len(script))
	}
}
