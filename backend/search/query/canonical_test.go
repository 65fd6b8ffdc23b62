package query

import (
	"fmt"
	"strings"
	"time"
	"unicode"
)

// String returns the query in its canonical form, which parses to the same query: first
// fields, filters and times, then the terms. Otherwise a slash in a filter could close an
// expression that an earlier word opens.
func (q *Query) String() string {
	var parts []string
	if q.In != 0 {
		parts = append(parts, "in:"+q.In.String())
	}
	if q.NotIn != 0 {
		parts = append(parts, "-in:"+q.NotIn.String())
	}
	for _, f := range q.Filters {
		parts = append(parts, f.String())
	}
	if !q.After.IsZero() {
		parts = append(parts, "after:"+q.After.Format(time.RFC3339))
	}
	if !q.Before.IsZero() {
		parts = append(parts, "before:"+q.Before.Format(time.RFC3339))
	}
	for _, t := range q.Terms {
		parts = append(parts, t.String())
	}
	return strings.Join(parts, " ")
}

// String returns the term as it would be typed.
func (t Term) String() string {
	s := t.Text
	switch t.Kind {
	case Phrase:
		s = quote(s)
	case Regex:
		s = "/" + s + "/"
	case Word: // verbatim
	}
	if t.Not {
		return "-" + s
	}
	return s
}

// String returns the filter as it would be typed.
func (f Filter) String() string {
	v := f.Value
	if strings.ContainsFunc(v, unicode.IsSpace) || strings.HasPrefix(v, `"`) {
		v = quote(v)
	}
	s := fmt.Sprintf("%s:%s", f.Key, v)
	if f.Not {
		return "-" + s
	}
	return s
}

func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// String returns the names, separated by commas.
func (f Fields) String() string {
	if f == All {
		return "all"
	}
	var names []string
	for i, name := range fieldNames {
		if f&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, ",")
}
