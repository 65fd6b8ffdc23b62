package mcp

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// page is a part of a list: limit entries, the first of which is at from.
type page struct{ from, limit int }

// maxEntries bounds how far a list can be paged.
const maxEntries = 2_000

// pageOf returns the page with a number from 1; 0 is the first.
func pageOf(number, limit, usual, most int) (page, error) {
	if limit == 0 {
		limit = usual
	}
	if limit < 1 || limit > most {
		return page{}, fmt.Errorf("limit must be from 1 to %d", most)
	}
	number = max(number, 1)
	if number > maxEntries/limit {
		return page{}, fmt.Errorf("page %d is too far: narrow the question", number)
	}
	return page{(number - 1) * limit, limit}, nil
}

// end returns the position behind the page.
func (p page) end() int { return p.from + p.limit }

// of returns the entries of a page, and the number of the next one, or 0.
func of[T any](p page, list []T) (entries []T, next int) {
	if p.end() < len(list) {
		next = p.end()/p.limit + 1
	}
	return list[min(p.from, len(list)):min(p.end(), len(list))], next
}

// pageBytes is the length of a page of text: about 3,000 tokens.
const pageBytes = 12_000

// textPage returns one page of a text, which ends with a line if possible, and the number of
// pages.
func textPage(text string, number int) (string, int, error) {
	pages := []string{}
	for len(text) > pageBytes {
		cut := pageBytes
		for !utf8.RuneStart(text[cut]) {
			cut--
		}
		if line := strings.LastIndexByte(text[pageBytes/2:cut], '\n'); line >= 0 {
			cut = pageBytes/2 + line + 1
		}
		pages, text = append(pages, text[:cut]), text[cut:]
	}
	pages = append(pages, text)
	number = max(number, 1)
	if number > len(pages) {
		return "", 0, fmt.Errorf("there are only %d pages", len(pages))
	}
	return pages[number-1], len(pages), nil
}
