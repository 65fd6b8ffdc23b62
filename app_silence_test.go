//go:build !headless

package main

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"dendro/backend/desktop"
	"dendro/backend/library"
)

func TestSilenceIsToldOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told []string
		wished, ended := false, map[string]library.Rest{}
		s := &silence{
			wished: func() bool { return wished },
			rest:   func(id string) (library.Rest, bool) { r, ok := ended[id]; return r, ok },
			notify: func(n desktop.Notification) error {
				told = append(told, n.Key+" "+n.Title+n.Tail+" "+n.Body)
				return nil
			},
			failed: func(err error) { t.Error(err) },
		}
		answers := func(id, leaf string) {
			ended[id] = library.Rest{Session: id, Title: "Fix " + id, Project: "my-app", Leaf: leaf, At: time.Now()}
			s.grew([]string{id})
		}
		after := func(d time.Duration, want ...string) {
			t.Helper()
			time.Sleep(d)
			synctest.Wait()
			if !slices.Equal(told, want) {
				t.Errorf("told %q, want %q", told, want)
			}
			told = nil
		}
		answers("a", "1")
		after(time.Minute) // nobody has wished for it
		if s.timer != nil {
			t.Error("a timer runs where nothing is to be told")
		}
		wished = true
		answers("a", "2")
		after(15 * time.Second)
		answers("a", "3") // it goes on
		s.grew([]string{"b"})
		after(15 * time.Second)
		after(6*time.Second, "a Fix a: finished my-app") // b runs a tool
		if s.timer != nil {
			t.Error("a timer runs where nothing has grown")
		}
		s.grew([]string{"a"}) // a title behind it
		after(time.Minute)
		answers("b", "4")
		s.focus(true)
		after(time.Minute)
		s.focus(false)
		s.grew([]string{"b"}) // it was seen then
		after(time.Minute)
		ended["c"] = library.Rest{Session: "c", Leaf: "5", At: time.Now(), Failed: true}
		s.grew([]string{"c"})
		after(21*time.Second, "c Untitled: stopped with an error ")
		answers("a", "6")
		s.stop()
		after(time.Minute)
	})
}
