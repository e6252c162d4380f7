package wire

import (
	"testing"

	"github.com/google/uuid"
)

// TestIdentity pins one ID of each kind: a link to a day must show the same IDs next year.
func TestIdentity(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{TaskID(339, 10, 0), "fb87dcc1-36a6-5703-8e78-b4facf7e1f97"},
		{ContextID(339, 10, 0), "9e5ab3d6-0889-578c-86f8-c919a45197dd"},
		{MessageID(339, 10), "ec98b295-2417-57ba-afd8-00bae8d97ba4"},
		{AnswerID(339, 10, 0), uuid.NewSHA1(namespace, []byte("message 339 10 1")).String()},
	} {
		if c.got != c.want {
			t.Errorf("%s, want %s", c.got, c.want)
		}
	}
}

// TestIdentitiesDiffer looks for two things of the same ID among some days, items and tasks.
func TestIdentitiesDiffer(t *testing.T) {
	seen := map[string]bool{}
	take := func(id string) {
		u, err := uuid.Parse(id)
		if err != nil || u.Version() != 5 || u.Variant() != uuid.RFC4122 {
			t.Fatalf("%s is no version 5 UUID: %v", id, err)
		}
		if seen[id] {
			t.Fatalf("%s stands for two things", id)
		}
		seen[id] = true
	}
	for _, day := range []int64{0, 1, 11, 1 << 53} {
		for item := range 24 {
			take(MessageID(day, item))
			for n := range 12 {
				take(TaskID(day, item, n))
				take(ContextID(day, item, n))
				take(AnswerID(day, item, n))
			}
		}
	}
}
