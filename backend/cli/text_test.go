package cli

import (
	"testing"
	"time"
)

func TestNumbersForPeople(t *testing.T) {
	for n, want := range map[int64]string{0: "0 B", 999: "999 B", 1000: "1.0 kB", 1_234_567: "1.2 MB", 3_200_000_000: "3.2 GB", 1 << 62: "4.6 EB"} {
		if got := size(n); got != want {
			t.Errorf("size(%d) = %q, want %q", n, got, want)
		}
	}
	for _, tt := range []struct {
		n    int
		want string
	}{{0, "0 branches"}, {1, "1 branch"}, {2, "2 branches"}} {
		if got := count(tt.n, "branch", "branches"); got != tt.want {
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
