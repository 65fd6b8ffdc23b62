package cli

import (
	"bytes"
	"fmt"
	"io"
	"time"
)

// count returns a number with its noun: "1 session", "2 sessions".
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// size formats a number of bytes.
func size(n int64) string {
	f, unit := float64(n), 0
	for f >= 1000 {
		f /= 1000
		unit++
	}
	if unit == 0 {
		return fmt.Sprintf("%d B", n)
	}
	return fmt.Sprintf("%.1f %cB", f, " kMGTPE"[unit])
}

// when formats a time: the hour if it is today, else the day.
func when(rfc3339 string, now time.Time) string {
	t, err := time.Parse(time.RFC3339Nano, rfc3339)
	if err != nil {
		return ""
	}
	t = t.Local()
	now = now.Local()
	switch {
	case t.Format(time.DateOnly) == now.Format(time.DateOnly):
		return t.Format("15:04")
	case t.Year() == now.Year():
		return t.Format("2 Jan 15:04")
	}
	return t.Format("2 Jan 2006")
}

// jsonWriter passes on JSON, a whole document or single rows, and escapes control
// characters that are valid in JSON but interpreted by terminals.
type jsonWriter struct{ w io.Writer }

func (j jsonWriter) Write(text []byte) (int, error) {
	length := len(text)
	for r := rune(0x7f); r <= 0x9f; r++ { // DEL and C1
		if c := []byte(string(r)); bytes.Contains(text, c) {
			text = bytes.ReplaceAll(text, c, fmt.Appendf(nil, `\u%04x`, r))
		}
	}
	_, err := j.w.Write(text)
	return length, err
}
