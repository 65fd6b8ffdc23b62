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
		s := &Shell{started: make(chan struct{}), wails: wailsCalls{show: func(context.Context) { shown++ }}}
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

// TestShellOpensOnlyLinks: the page asks for addresses of hostile texts.
func TestShellOpensOnlyLinks(t *testing.T) {
	var opened []string
	s := &Shell{started: make(chan struct{}), wails: wailsCalls{browse: func(_ context.Context, url string) { opened = append(opened, url) }}}
	s.start(t.Context())
	if err := s.OpenBrowser("https://a.b/(c)"); err != nil {
		t.Error(err)
	}
	for _, bad := range []string{"file:///etc/passwd", "javascript:alert(1)", "/etc/passwd"} {
		if err := s.OpenBrowser(bad); err == nil {
			t.Errorf("opened %s", bad)
		}
	}
	if len(opened) != 1 || opened[0] != "https://a.b/%28c%29" {
		t.Errorf("opened %q", opened)
	}
}
