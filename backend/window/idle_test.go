package window

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"dendro/backend/chattree"
	"dendro/backend/desktop"
	"dendro/backend/library"
)

func TestIdleSessionIsNotifiedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex // a due timer does not wait for the test
		var told []string
		wished, ended := false, map[string]library.TurnEnd{}
		ctx, cancel := context.WithCancel(t.Context())
		s := &idleNotifier{
			ctx:    ctx,
			wished: func() bool { mu.Lock(); defer mu.Unlock(); return wished },
			ended: func(id string) (library.TurnEnd, bool) {
				mu.Lock()
				defer mu.Unlock()
				r, ok := ended[id]
				return r, ok
			},
			notify: func(n desktop.Notification) error {
				mu.Lock()
				defer mu.Unlock()
				told = append(told, n.Key+" "+n.Frame(n.Title)+" "+n.Body)
				return nil
			},
			failed:   func(err error) { t.Error(err) },
			language: func() string { return "en" },
			last:     map[string]time.Time{},
			notified: map[string]string{},
		}
		set := func(change func()) {
			mu.Lock()
			defer mu.Unlock()
			change()
		}
		answers := func(id, leaf string) {
			set(func() {
				ended[id] = library.TurnEnd{Session: id, Title: "Fix " + id, Project: "my-app", Leaf: leaf, At: time.Now()}
			})
			s.grew([]string{id})
		}
		waits := func() bool {
			s.mu.Lock()
			defer s.mu.Unlock()
			return s.timer != nil
		}
		after := func(d time.Duration, want ...string) {
			t.Helper()
			time.Sleep(d)
			synctest.Wait()
			mu.Lock()
			defer mu.Unlock()
			if !slices.Equal(told, want) {
				t.Errorf("told %q, want %q", told, want)
			}
			told = nil
		}
		answers("a", "1")
		after(time.Minute) // the setting is off
		if waits() {
			t.Error("a timer runs where nothing is to be told")
		}
		set(func() { wished = true })
		answers("a", "2")
		after(15 * time.Second)
		answers("a", "3") // it continues
		s.grew([]string{"b"})
		after(15 * time.Second)
		after(6*time.Second, "a Fix a: finished my-app") // b runs a tool
		if waits() {
			t.Error("a timer runs where nothing has grown")
		}
		s.grew([]string{"a"}) // a title was added
		after(time.Minute)
		answers("b", "4")
		s.focus(true)
		after(time.Minute)
		s.focus(false)
		s.grew([]string{"b"}) // it was seen then
		after(time.Minute)
		set(func() { ended["c"] = library.TurnEnd{Session: "c", Leaf: "5", At: time.Now(), Failed: true} })
		s.grew([]string{"c"})
		after(21*time.Second, "c Untitled: stopped with an error ")
		set(func() { ended["d"] = library.TurnEnd{Session: "d", Leaf: "6", At: time.Now().Add(-time.Hour)} })
		s.grew([]string{"d"}) // it was opened, and closed again
		after(time.Minute)
		answers("a", "7")
		cancel()
		after(time.Minute)
	})
}

func TestNotificationIsInTheWindowsLanguage(t *testing.T) {
	for _, tt := range []struct {
		language string
		end      library.TurnEnd
		want     string
	}{
		{"en", library.TurnEnd{Title: "Fix it"}, "Fix it: finished, Open"},
		{"de", library.TurnEnd{Title: "Fix it", Failed: true}, "Fix it: mit einem Fehler beendet, Öffnen"},
		{"ja", library.TurnEnd{}, "無題: 完了しました, 開く"},
		{"zh", library.TurnEnd{Title: chattree.Untitled}, "无标题：已完成, 打开"},
	} {
		note := notificationOf(tt.end, tt.language)
		if title, _ := note.Plain(); title+", "+note.Open != tt.want {
			t.Errorf("%s: %q, %q, want %q", tt.language, title, note.Open, tt.want)
		}
	}
}
