package window

import (
	"context"
	"testing"
	"testing/synctest"
)

// TestShellShowsTheWindowOnce calls ShowWindow from the page and from a timer, before the
// window exists and after.
func TestShellShowsTheWindowOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		shown := 0
		s := &Shell{started: make(chan struct{}), show: func(context.Context) { shown++ }}
		go s.ShowWindow()
		synctest.Wait()
		if shown != 0 {
			t.Fatal("shown before it exists")
		}
		s.start(t.Context())
		synctest.Wait()
		s.ShowWindow()
		if shown != 1 {
			t.Errorf("shown %d times", shown)
		}
	})
}
