package cli

import (
	"context"
	"fmt"
	"strings"

	"dendro/backend/internal/plain"
	"dendro/backend/library"
	"dendro/backend/search"
)

// around are the lines of a text with a match.
type around struct {
	Before []string `json:"before"`
	Line   string   `json:"line"`
	After  []string `json:"after"`
}

// hitAround is a hit with the lines around its match, nil if they are unknown.
type hitAround struct {
	*search.Hit
	Around *around `json:"around,omitempty"`
}

// withLines adds up to n lines before and after the first match to each hit. A text that
// cannot be read, or in which the match is not verbatim, has none.
func withLines(ctx context.Context, lib *library.Library, hits []search.Hit, n int) []hitAround {
	list := make([]hitAround, len(hits))
	for i := range hits {
		h := &hits[i]
		list[i].Hit = h
		if n == 0 || h.UUID == "" || ctx.Err() != nil {
			continue
		}
		if text, err := lib.Records.BlockText(ctx, h.Session, h.UUID, h.Block); err == nil {
			list[i].Around = linesAround(string(text), h, n)
		}
	}
	return list
}

// linesAround returns the lines around the first match of a hit in its text.
func linesAround(text string, h *search.Hit, n int) *around {
	runes := []rune(h.Snippet)
	if len(h.Ranges) == 0 || h.Ranges[0][1] > len(runes) {
		return nil
	}
	match := string(runes[h.Ranges[0][0]:h.Ranges[0][1]])
	at := strings.Index(text, match)
	if match == "" || at < 0 {
		return nil
	}
	lines := strings.Split(text, "\n")
	line := strings.Count(text[:at], "\n")
	return &around{
		Before: append([]string{}, lines[max(0, line-n):line]...), Line: lines[line],
		After: append([]string{}, lines[line+1:min(len(lines), line+1+n)]...),
	}
}

// print writes the lines, each behind a prefix: the line of the match behind one that ends
// with a colon, the others behind one that ends with a hyphen, as grep does.
func (a *around) print(b *strings.Builder, prefix string) {
	for _, l := range a.Before {
		fmt.Fprintf(b, "%s- %s\n", prefix, plain.Text(l))
	}
	fmt.Fprintf(b, "%s: %s\n", prefix, plain.Text(a.Line))
	for _, l := range a.After {
		fmt.Fprintf(b, "%s- %s\n", prefix, plain.Text(l))
	}
}
