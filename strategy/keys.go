package strategy

import (
	"slices"

	"a2alab/engine"
	"a2alab/missions"
)

// sandboxKeys are what is the client's to decide in the sandbox, and beside it how often the agent tries a webhook again,
// which is often agreed between the two.
var sandboxKeys = []string{"hears", "blocktimeout", "repeats", "poll", "drop", "retries", "reconcile", "by", "lost", "verify", "idempotent"}

var varied = func() (keys []*engine.Key) {
	for _, name := range sandboxKeys {
		keys = append(keys, engine.KeyNamed(name))
	}
	return keys
}()

// Keys are the keys that a map of the setting varies: in a mission those that are free. Whether a key matters depends on
// those before it alone.
func Keys(s engine.Setting) []*engine.Key {
	m := missions.Find(s.Start)
	var keys []*engine.Key
	for i, name := range sandboxKeys {
		if m == nil || slices.Contains(m.Free, name) {
			keys = append(keys, varied[i])
		}
	}
	return keys
}

// Frame is the setting with every key that a map varies as the start has it: settings with the same Frame have the same map.
func Frame(s engine.Setting) engine.Setting {
	start, _ := missions.StartNamed(s.Start)
	for _, k := range Keys(s) {
		*k.Field(&s) = k.Value(&start.Setting)
	}
	return s
}

// Matters tells whether a key can have any effect while the others stand as they do. It knows more than Key.Matters, by which
// the page folds controls away: also what cannot matter because the failure that it is for does not happen.
func Matters(k *engine.Key, s *engine.Setting) bool {
	if !k.Matters(s) {
		return false
	}
	restart := s.Restart != engine.Never && s.Restart < s.End
	outage := s.Outage != engine.Never && s.OutageAt < s.End
	cuts := s.Flaps != engine.Never || restart
	switch k.Name {
	case "repeats": // a call that outlasts the longest work, and is never cut, needs no repeat
		return cuts || s.BlockTime < s.Longest
	case "drop":
		return cuts
	case "retries": // the first attempt is acknowledged
		return outage || s.Acks > 0
	case "base":
		return (outage || s.Acks > 0) && s.Retries > 0
	case "lost":
		return restart && s.Persist == engine.Off
	case "idempotent":
		// Only a webhook tells of an end a second time: after a lost acknowledgement, because a check has learned meanwhile what
		// the outage held back, or because a stranger was believed before.
		again := s.Retries > 0 && (s.Acks > 0 || outage && s.Reconcile != engine.Never)
		return s.Hears == engine.Push && (again || s.Forged != engine.Never && s.Verify == engine.Off)
	}
	return true
}

// Plain is the setting with every key that the map varies and that has no effect as the start has it. Two settings with the
// same plain one behave alike, on every day.
func Plain(s engine.Setting) engine.Setting {
	start, _ := missions.StartNamed(s.Start)
	for _, k := range Keys(s) {
		if !Matters(k, &s) {
			*k.Field(&s) = k.Value(&start.Setting)
		}
	}
	return s
}

// Adopted is the setting s with what p decides. What has no effect in p stays as it is in s.
func Adopted(s, p engine.Setting) engine.Setting {
	for _, k := range Keys(s) {
		if Matters(k, &p) {
			*k.Field(&s) = k.Value(&p)
		}
	}
	return s
}
