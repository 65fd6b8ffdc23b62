package search_test

import (
	"slices"
	"strings"
	"testing"

	"dendro/backend/search"
)

// TestTheBestChats: a chat ranks higher if two words occur together, as whole words and in
// order, or if its title contains some of them. Otherwise equal chats are ordered by their
// last use, the newest first.
func TestTheBestChats(t *testing.T) {
	far := strings.Repeat(" of what was pasted", 20)
	for _, test := range []struct {
		name  string
		chats map[string][]M
		want  []string
	}{
		{"near before far, whoever wrote it", map[string][]M{
			"near": {user(1, "x"), assistant(2, text("it names the cache and then an error"))},
			"far":  {user(3, "x"), user(4, "cache"+far+" error")},
		}, []string{"near", "far"}},
		{"words before parts of words", map[string][]M{
			"words": {user(1, "x"), assistant(2, text("no cache, no error, mycache"))},
			"parts": {user(3, "x"), assistant(4, text("uncached terrors"))},
		}, []string{"words", "parts"}},
		{"in their order", map[string][]M{
			"phrase": {user(1, "x"), assistant(2, text("a cache error comes"))},
			"turned": {user(3, "x"), assistant(4, text("error of the cache"))},
		}, []string{"phrase", "turned"}},
		{"a word of the title", map[string][]M{
			"titled": {user(1, "clear the cache"), assistant(2, text("an error of the cache"))},
			"other":  {user(3, "x"), assistant(4, text("an error of the cache"))},
		}, []string{"titled", "other"}},
		{"the whole title first of all", map[string][]M{
			"title": {user(1, "error in the cache")},
			"other": {user(3, "clear the cache"), assistant(4, text("a cache error comes"))},
		}, []string{"title", "other"}},
		{"the newest of those that are alike", map[string][]M{
			"old": {user(1, "x"), assistant(2, text("a cache error comes"))},
			"new": {user(3, "x"), assistant(4, text("a cache error comes"))},
		}, []string{"new", "old"}},
	} {
		dir := t.TempDir()
		for name, records := range test.chats {
			write(t, dir, name, records...)
		}
		r := load(t, dir).search(t, "cache error", search.Options{Count: true, Chats: true})
		var got []string
		for _, c := range r.Chats {
			got = append(got, c.Chat)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}
