package thread

import (
	"encoding/json"
	"regexp"
	"slices"
)

// Found is a row in which something was found, and the way into it: a row of
// the thread, and behind it, for what an agent said, the row in the agent's
// thread that unfolds there, and so on inwards.
type Found struct {
	Rows  []int `json:"rows"`
	Count int   `json:"count"` // of the matches in it
}

// Find appends to found the rows of a page, and of the agents in them, whose
// text matches: all that a row shows when it and its card are open. The first
// row of the page is number from of its thread. Pages should be whole ones
// (PageOptions{Nested: true}), else what was cut is not found.
func Find(found []Found, rows []Row, from int, pattern *regexp.Regexp) []Found {
	return find(found, nil, rows, from, pattern)
}

func find(found []Found, above []int, rows []Row, from int, pattern *regexp.Regexp) []Found {
	for i := range rows {
		row := &rows[i]
		at := slices.Concat(above, []int{from + i})
		n := len(pattern.FindAllStringIndex(row.Text, -1))
		if t := row.Tool; t != nil {
			n += len(pattern.FindAllStringIndex(t.Name, -1))
			n += len(pattern.FindAllStringIndex(t.Result, -1))
			n += inJSON(t.Input, pattern)
		}
		if n > 0 {
			found = append(found, Found{Rows: at, Count: n})
		}
		if row.Sidechain != nil {
			found = find(found, at, row.Sidechain.Rows, 0, pattern)
		}
	}
	return found
}

// inJSON counts the matches in the strings of a JSON value, its keys aside.
func inJSON(raw json.RawMessage, pattern *regexp.Regexp) int {
	var v any
	if len(raw) == 0 || json.Unmarshal(raw, &v) != nil {
		return 0
	}
	return inValue(v, pattern)
}

func inValue(v any, pattern *regexp.Regexp) (n int) {
	switch v := v.(type) {
	case string:
		return len(pattern.FindAllStringIndex(v, -1))
	case []any:
		for _, e := range v {
			n += inValue(e, pattern)
		}
	case map[string]any:
		for _, e := range v {
			n += inValue(e, pattern)
		}
	}
	return n
}
