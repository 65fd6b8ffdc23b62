package library

import (
	"encoding/json"
	"os"
	"path/filepath"
	"time"
)

// Claude Code deletes sessions that were not changed for cleanupPeriodDays
// (default 30) when it starts; 0 is refused since 2.1.89 and counts as the
// default.
const defaultRetention = 30

// soon is from how many days before its deletion on a session is marked.
const soon = 7

// retentionOf reads cleanupPeriodDays from a root's settings.json.
func retentionOf(root string) int {
	path := filepath.Join(root, "settings.json")
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return defaultRetention // a pipe would keep us waiting
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return defaultRetention
	}
	var s struct {
		Days json.Number `json:"cleanupPeriodDays"`
	}
	if json.Unmarshal(data, &s) != nil {
		return defaultRetention
	}
	if days, err := s.Days.Int64(); err == nil && days > 0 && days < 1<<20 {
		return int(days)
	}
	return defaultRetention
}

// retentions returns what each root says, and the shortest of it.
func retentions(roots []string) (days map[string]int, shortest int) {
	days = make(map[string]int, len(roots))
	for _, root := range roots {
		n := retentionOf(root)
		days[root] = n
		if shortest == 0 || n < shortest {
			shortest = n
		}
	}
	return days, shortest
}

// expiresIn returns the full days until a file last changed at mod may be
// deleted, whether that is soon, and after how long it is, or where it is the
// days are others; 0: never.
func expiresIn(mod time.Time, retention int, now time.Time) (days int, expiring bool, change time.Duration) {
	const day = 24 * time.Hour
	left := mod.AddDate(0, 0, retention).Sub(now)
	days = max(0, int(left/day))
	switch {
	case left >= soon*day:
		return days, false, left - soon*day + 1
	case days > 0:
		return days, true, left - time.Duration(days)*day + 1
	}
	return 0, true, 0
}
