package cli

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/mattn/go-isatty"

	"dendro/backend/internal/plain"
	"dendro/backend/search"
)

// palette holds the colours of search hits, as in ripgrep; the zero value has none.
type palette struct{ session, time, match, off string }

// colours returns the palette for the value of --color.
func (o *options) colours(color string) palette {
	if color == "auto" && !(isTerminal(o.env.Stdout) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb") || color == "never" {
		return palette{}
	}
	return palette{session: "\x1b[35m", time: "\x1b[32m", match: "\x1b[1;31m", off: "\x1b[0m"}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}

// headedHits prints the hits of each session under a heading, the session with the newest
// hit first.
func headedHits(hits []hitAround, p palette, now time.Time, titleOf func(session string) string) string {
	var b strings.Builder
	last := ""
	for _, h := range bySession(hits) {
		if h.Session != last {
			if last != "" {
				b.WriteByte('\n')
			}
			last = h.Session
			fmt.Fprintf(&b, "%s%s%s  %s", p.session, short(h.Session), p.off, plain.Line(h.Project))
			if title := plain.Line(titleOf(h.Session)); title != "" {
				fmt.Fprintf(&b, "  %s", plain.Cut(title, 60))
			}
			b.WriteByte('\n')
		}
		b.WriteString("  ")
		if at := when(string(h.Time), now); at != "" {
			b.WriteString(p.time + at + p.off + " · ")
		}
		fmt.Fprintf(&b, "%s: %s", foundIn(h.Hit), marked(h.Hit, p))
		if n := len(h.AlsoIn); n > 0 {
			fmt.Fprintf(&b, "  (also in %s)", count(n, "session", "sessions"))
		}
		b.WriteByte('\n')
		if h.Around != nil {
			h.Around.print(&b, "    ")
		}
	}
	return b.String()
}

// bySession groups hits by session.
func bySession(hits []hitAround) []*hitAround {
	place := map[string]int{}
	list := make([]*hitAround, len(hits))
	for i := range hits {
		list[i] = &hits[i]
		if _, known := place[hits[i].Session]; !known {
			place[hits[i].Session] = i
		}
	}
	slices.SortStableFunc(list, func(a, b *hitAround) int { return cmp.Compare(place[a.Session], place[b.Session]) })
	return list
}

// plainHits prints hits for other programs: one self-contained line each, or with lines
// around them as many, and a line "--" between two hits.
func plainHits(hits []hitAround, p palette) string {
	var b strings.Builder
	for i := range hits {
		h := &hits[i]
		prefix := fmt.Sprintf("%s%s%s:%s:%s", p.session, plain.Line(h.Session), p.off, plain.Line(h.UUID), h.Kind)
		if h.Around == nil {
			fmt.Fprintf(&b, "%s: %s\n", prefix, marked(h.Hit, p))
			continue
		}
		if i > 0 {
			b.WriteString("--\n")
		}
		h.Around.print(&b, prefix)
	}
	return b.String()
}

// foundIn describes where a hit was found.
func foundIn(h *search.Hit) string {
	where := h.Kind
	if h.Tool != "" {
		where += " " + plain.Line(h.Tool)
	}
	if h.Agent != "" {
		where += " in agent " + plain.Line(h.Agent)
	}
	return where
}

// marked returns the snippet of a hit on one line, with the matches coloured.
func marked(h *search.Hit, p palette) string {
	var b strings.Builder
	runes := []rune(h.Snippet)
	at := 0
	for _, r := range h.Ranges {
		if r[0] < at || r[1] > len(runes) || r[0] > r[1] {
			continue
		}
		b.WriteString(plain.Text(string(runes[at:r[0]])))
		b.WriteString(p.match + plain.Text(string(runes[r[0]:r[1]])) + p.off)
		at = r[1]
	}
	b.WriteString(plain.Text(string(runes[at:])))
	return strings.NewReplacer("\n", " ", "\t", " ").Replace(b.String())
}
