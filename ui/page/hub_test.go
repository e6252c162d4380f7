package page

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"a2alab/missions"
	"a2alab/ui"
)

// TestOwnHub: the hub that comes with the lab looks for its stars where the lab keeps them.
func TestOwnHub(t *testing.T) {
	text, err := os.ReadFile("../../web/static/hub.json")
	if err != nil {
		t.Fatal(err)
	}
	var hub struct{ Labs []HubLab }
	if err := json.Unmarshal(text, &hub); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, m := range missions.All {
		names = append(names, m.Name)
	}
	if l := hub.Labs[0]; l.StorageKey != ui.StorageKey || l.Missions != nil || !slices.Equal(OwnMissions(l.StorageKey), names) {
		t.Errorf("the hub counts %q, else %q, under %q, the lab keeps %q under %q", l.Missions, OwnMissions(l.StorageKey), l.StorageKey, names, ui.StorageKey)
	}
	if other := OwnMissions("another lab"); other != nil {
		t.Errorf("the missions %q are another lab's", other)
	}
}
