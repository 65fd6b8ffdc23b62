package api_test

import (
	"encoding/json"
	"testing"
)

// TestFilterScope: a filter with a scope must be applied within it, since the chats of the
// scope may be beyond the limit of the whole answer.
func TestFilterScope(t *testing.T) {
	w := newWorld(t)
	total := func(scope string) int {
		res := get(t, w.api, "/api/filter?q=limiter&whole=1&limit=10"+scope)
		var found struct{ Total int }
		if err := json.Unmarshal(res.Body.Bytes(), &found); err != nil || res.Code != 200 {
			t.Fatalf("%s: %d, %v", scope, res.Code, err)
		}
		return found.Total
	}
	all := get(t, w.api, "/api/filter?q=limiter&whole=1&limit=10")
	var first struct{ Matches []struct{ Chat string } }
	if err := json.Unmarshal(all.Body.Bytes(), &first); err != nil || len(first.Matches) == 0 {
		t.Fatal(err, all.Body)
	}
	chat := first.Matches[0].Chat
	for scope, want := range map[string]int{
		"":                      1,
		"&among=" + chat:        1,
		"&among=none," + chat:   1,
		"&among=none":           0,
		"&among=":               0,
		"&expires=30000":        0, // never deleted
		"&live=1":               1,
		"&live=1&among=none":    0,
		"&live=1&among=" + chat: 1,
		"&live=1&expires=1":     0,
	} {
		if n := total(scope); n != want {
			t.Errorf("%q: %d chats, want %d", scope, n, want)
		}
	}
	if res := get(t, w.api, "/api/filter?q=a&expires=soon"); res.Code != 400 {
		t.Errorf("a scope that is none: %d", res.Code)
	}
}
