package cli

import (
	"context"
	"io"
	"strings"
	"testing"
)

// TestLink: a link opens the window, whatever it says; what is none is no command.
func TestLink(t *testing.T) {
	const link = "dendro://8f14e45f-ceea-467f-a0e6-3a6f1f2b9c01/8f14e45f-ceea-467f-a0e6-3a6f1f2b9c02?tip=x"
	for _, tt := range []struct {
		args []string
		want string
		code int
	}{
		{[]string{link}, link, exitDone},
		{[]string{"DENDRO://x;touch pwned"}, "DENDRO://x;touch pwned", exitDone},
		{nil, "", exitDone},
		{[]string{"https://example.org"}, "", exitUsage},
		{[]string{"dendro://a\nb"}, "", exitUsage},
		{[]string{"dendro://" + strings.Repeat("x", 4000)}, "", exitUsage},
		{[]string{link, link}, "", exitUsage},
	} {
		opened := WindowOptions{}
		code := Run(t.Context(), Env{
			Args: tt.args, Stdout: io.Discard, Stderr: io.Discard,
			OpenWindow: func(_ context.Context, o WindowOptions) error { opened = o; return nil },
		})
		if code != tt.code || opened.Link != tt.want {
			t.Errorf("%.60q: status %d, opened %q", tt.args, code, opened.Link)
		}
	}
}
