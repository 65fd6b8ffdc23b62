package cli

import (
	"context"
	"io"
	"strings"
	"testing"
)

// TestLink: a valid link opens the window, an invalid one is an error.
func TestLink(t *testing.T) {
	const (
		session = "8f14e45f-ceea-467f-a0e6-3a6f1f2b9c01"
		record  = "8f14e45f-ceea-467f-a0e6-3a6f1f2b9c02"
		link    = "dendro://" + session + "/" + record
	)
	for _, tt := range []struct {
		args []string
		code int
		says string
	}{
		{nil, exitDone, ""},
		{[]string{link}, exitDone, ""},
		{[]string{"DENDRO://8f14e45f"}, exitDone, ""},
		{[]string{"dendro://" + session + "?tip=" + record + "&block=2&agent=a1b2&agent=first:" + record + "&offset=17&find=50+%&search=%22a+b%22&colour=red"}, exitDone, ""},
		{[]string{link, link}, exitUsage, "only one link"},
		{[]string{"https://example.org"}, exitUsage, "unknown command"},
		{[]string{"dendro://" + session + "~2/" + record}, exitDone, ""},
		{[]string{"dendro://" + session + "~/etc"}, exitUsage, "not a link"},
		{[]string{"dendro://x;touch pwned"}, exitUsage, "not a link"},
		{[]string{"dendro://"}, exitUsage, "not a link"},
		{[]string{"dendro:" + session}, exitUsage, "not a link"},
		{[]string{"dendro://a\nb"}, exitUsage, "not a link"},
		{[]string{"dendro://a/../b"}, exitUsage, "not a link"},
		{[]string{"dendro://a b"}, exitUsage, "not a link"},
		{[]string{"dendro://" + session + "/not-a-record!"}, exitUsage, "not a link"},
		{[]string{"dendro://" + session + "?block=-1"}, exitUsage, "not a link"},
		{[]string{"dendro://" + session + "?offset=1e9"}, exitUsage, "not a link"},
		{[]string{"dendro://" + session + "?tip=../../etc"}, exitUsage, "not a link"},
		{[]string{"dendro://" + session + "?agent=a%2Fb"}, exitUsage, "not a link"},
		{[]string{"dendro://" + session + "?agent=first:nothing"}, exitUsage, "not a link"},
		{[]string{"dendro://" + session + "?" + strings.Repeat("agent=a&", 40)}, exitUsage, "not a link"},
		{[]string{"dendro://" + strings.Repeat("x", 4000)}, exitUsage, "not a link"},
	} {
		opened, want := WindowOptions{}, ""
		if tt.code == exitDone && len(tt.args) > 0 {
			want = tt.args[0]
		}
		var errs strings.Builder
		code := Run(t.Context(), Env{
			Args: tt.args, Stdout: io.Discard, Stderr: &errs,
			OpenWindow: func(_ context.Context, o WindowOptions) error { opened = o; return nil },
		})
		if code != tt.code || opened.Link != want || !strings.Contains(errs.String(), tt.says) {
			t.Errorf("%.60q: status %d, opened %q, %s", tt.args, code, opened.Link, errs.String())
		}
	}
}
