package cli

import (
	"testing"
	"time"
)

func TestCleanKeepsATerminalAsItIs(t *testing.T) {
	for in, want := range map[string]string{
		"plain ü 資料":              "plain ü 資料",
		"\x1b[31mred\x1b[0m":      "[31mred[0m",
		"a\rb\x00c\x7fd\u009be":   "abcde",
		"left\u202eright\u2066to": "leftrightto",
		"two\n\tlines":            "two\n\tlines",
		"bad \xff utf-8":          "bad \uFFFD utf-8",
	} {
		if got := clean(in); got != want {
			t.Errorf("clean(%q) = %q, want %q", in, got, want)
		}
	}
	if got := oneLine(" a\n\tb \x1b c "); got != "a b c" {
		t.Errorf("oneLine: %q", got)
	}
}

func TestCut(t *testing.T) {
	for in, want := range map[string]string{"": "", "12345": "12345", "123456": "1234…", "123 56": "123…", "資料庫資料庫": "資料庫資…"} {
		if got := cut(in, 5); got != want {
			t.Errorf("cut(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestNumbersForPeople(t *testing.T) {
	for n, want := range map[int64]string{0: "0 B", 999: "999 B", 1000: "1.0 kB", 1_234_567: "1.2 MB", 3_200_000_000: "3.2 GB", 1 << 62: "4.6 EB"} {
		if got := size(n); got != want {
			t.Errorf("size(%d) = %q, want %q", n, got, want)
		}
	}
	for _, tt := range []struct {
		n          int
		noun, want string
	}{{0, "session", "0 sessions"}, {1, "branch", "1 branch"}, {2, "branch", "2 branches"}} {
		if got := count(tt.n, tt.noun); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

func TestWhen(t *testing.T) {
	now := time.Date(2026, 11, 17, 15, 0, 0, 0, time.Local)
	for _, tt := range []struct {
		at   time.Time
		want string
	}{
		{now.Add(-time.Hour), "14:00"},
		{now.AddDate(0, 0, -1), "16 Nov 15:00"},
		{now.AddDate(-1, 0, 0), "17 Nov 2025"},
	} {
		if got := when(tt.at.Format(time.RFC3339Nano), now); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
	if got := when("yesterday", now); got != "" {
		t.Errorf("a time that is none: %q", got)
	}
}
