package query

import (
	"strconv"
	"strings"
	"time"
)

// ParseTime parses a date, a month, a year, an instant, an age such as 7d, or today and
// yesterday. A date means its beginning.
func ParseTime(s string, now time.Time) (time.Time, bool) {
	now = now.Truncate(time.Second)
	switch strings.ToLower(s) {
	case "now":
		return now, true
	case "today":
		return day(now), true
	case "yesterday":
		return day(now).AddDate(0, 0, -1), true
	}
	if t, ok := parseAge(strings.ToLower(s), now); ok {
		return t, true
	}
	for _, layout := range [...]string{
		"2006-01-02", "2006-1-2", "2006/01/02", "2006-01", "2006/01", "2006",
		"2006-01-02T15:04", "2006-01-02T15:04:05", "2006-01-02 15:04", time.RFC3339,
	} {
		if t, err := time.ParseInLocation(layout, s, now.Location()); err == nil && t.Year() > 0 {
			return t, true
		}
	}
	return time.Time{}, false
}

func day(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, t.Location())
}

// maxAge limits ages to values for which calendar arithmetic works.
const maxAge = 100000

// parseAge parses 30min, 12h, 7d, 2w, 3m (months) and 1y.
func parseAge(s string, now time.Time) (time.Time, bool) {
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	n, err := strconv.Atoi(s[:i])
	if err != nil || n > maxAge {
		return time.Time{}, false
	}
	switch s[i:] {
	case "min":
		return now.Add(-time.Duration(n) * time.Minute), true
	case "h":
		return now.Add(-time.Duration(n) * time.Hour), true
	case "d":
		return now.AddDate(0, 0, -n), true
	case "w":
		return now.AddDate(0, 0, -7*n), true
	case "m", "mo":
		return now.AddDate(0, -n, 0), true
	case "y":
		return now.AddDate(-min(n, 2000), 0, 0), true
	}
	return time.Time{}, false
}
