package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"sort"
	"strconv"
)

// object is a JSON object whose values are still text.
type object map[string]json.RawMessage

const versionKey = "version"

var errNoObject = errors.New("not a JSON object")

// decode reads the file's text. What is wrong with single fields is in problems; err is
// for a text that cannot be used at all.
func decode(data []byte) (s Settings, raw object, problems []string, err error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")) // editors on Windows add it
	if err := json.Unmarshal(data, &raw); err != nil {
		return Settings{}, nil, nil, fmt.Errorf("%w: %w", errNoObject, err)
	}
	if raw == nil {
		return Settings{}, nil, nil, errNoObject // the text was null
	}
	s = Defaults()
	problems = decodeFields(raw, "", map[string]any{
		"theme":          &s.Theme,
		"density":        &s.Density,
		"treeDensity":    &s.TreeDensity,
		"searchSort":     &s.SearchSort,
		"chatGroups":     &s.ChatGroups,
		"chatSort":       &s.ChatSort,
		"terminal":       &s.Terminal,
		"customTerminal": &s.CustomTerminal,
		"client":         &s.Client,
		"clientFlags":    &s.ClientFlags,
		"pathMap":        &s.PathMap,
		"lastChat":       &s.LastChat,
		"lastPlace":      &s.LastPlace,
		"timeline":       &s.Timeline,
		"starred":        &s.Starred,
		"diff":           &s.Diff,
		"savedSearches":  &s.SavedSearches,
		"recentSearches": &s.RecentSearches,
		"showThinking":   &s.ShowThinking,
		"showInternal":   &s.ShowInternal,
		"wrap":           &s.Wrap,
		"textSize":       &s.TextSize,
		"letterKeys":     &s.LetterKeys,
		"keys":           &s.Keys,
		"outline":        &s.Outline,
		"notify":         &s.Notify,
	})
	problems = append(problems, decodeObject(raw, "panes", map[string]any{
		"sidebar":   &s.Panes.Sidebar,
		"tree":      &s.Panes.Tree,
		"inspector": &s.Panes.Inspector,
	})...)
	problems = append(problems, decodeObject(raw, "window", map[string]any{
		"width":     &s.Window.Width,
		"height":    &s.Window.Height,
		"x":         &s.Window.X,
		"y":         &s.Window.Y,
		"maximised": &s.Window.Maximised,
	})...)
	sort.Strings(problems)
	return s.Normalise(), raw, problems, nil
}

func decodeObject(raw object, key string, fields map[string]any) []string {
	value, ok := raw[key]
	if !ok || isNull(value) {
		return nil
	}
	var inner object
	if err := json.Unmarshal(value, &inner); err != nil {
		return []string{key + ": " + errNoObject.Error()}
	}
	return decodeFields(inner, key+".", fields)
}

// decodeFields reads every field by itself, so that a wrong one costs only itself.
func decodeFields(raw object, prefix string, fields map[string]any) (problems []string) {
	for key, target := range fields {
		value, ok := raw[key]
		if !ok || isNull(value) {
			continue
		}
		if err := decodeOne(value, target); err != nil {
			problems = append(problems, prefix+key+": wrong type")
		}
	}
	return problems
}

// decodeOne sets the target only when the whole value fits; encoding/json would leave
// half a list behind.
func decodeOne(value json.RawMessage, target any) error {
	switch target := target.(type) {
	case *string:
		return decodeInto(value, target)
	case *bool:
		return decodeInto(value, target)
	case *int:
		return decodeInt(value, target)
	case *[]string:
		return decodeInto(value, target)
	case *[]Mapping:
		return decodeInto(value, target)
	}
	panic(fmt.Sprintf("internal error: no decoder for %T", target))
}

func decodeInto[T any](value json.RawMessage, target *T) error {
	var v T
	if err := json.Unmarshal(value, &v); err != nil {
		return err
	}
	*target = v
	return nil
}

// decodeInt takes fractions too: a browser measures in them.
func decodeInt(value json.RawMessage, target *int) error {
	var v float64
	if err := json.Unmarshal(value, &v); err != nil {
		return err
	}
	*target = int(math.Round(max(-math.MaxInt32, min(v, math.MaxInt32))))
	return nil
}

func isNull(value json.RawMessage) bool {
	return string(bytes.TrimSpace(value)) == "null"
}

// encode writes the settings over the text they were read from: unknown keys stay, also
// inside the objects that are known, and the version never goes back.
func encode(s Settings, raw object) ([]byte, error) {
	own, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	var fields object
	if err := json.Unmarshal(own, &fields); err != nil {
		return nil, err
	}
	fields[versionKey] = version(raw)
	merged, err := json.Marshal(merge(raw, fields))
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, merged, "", "  "); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

// version is the file's own version where it is a higher one.
func version(raw object) json.RawMessage {
	var old int
	if json.Unmarshal(raw[versionKey], &old) == nil && old > Version {
		return raw[versionKey]
	}
	return json.RawMessage(strconv.Itoa(Version))
}

// merge lays the new fields over the old ones, object by object.
func merge(old, fields object) object {
	out := make(object, len(old)+len(fields))
	for key, value := range old {
		out[key] = value
	}
	for key, value := range fields {
		var before, after object
		if json.Unmarshal(out[key], &before) == nil && before != nil && json.Unmarshal(value, &after) == nil && after != nil {
			if both, err := json.Marshal(merge(before, after)); err == nil {
				value = both
			}
		}
		out[key] = value
	}
	return out
}
