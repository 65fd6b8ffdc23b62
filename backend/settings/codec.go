package settings

import (
	"bytes"
	"encoding/json"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"dendro/backend/message"
)

// object is a JSON object with raw values.
type object map[string]json.RawMessage

const versionKey = "version"

var errNoObject = message.New("not_a_json_object").Error(nil)

// decode parses the file's text. problems lists invalid fields; err means that the whole
// text is unusable.
func decode(data []byte) (s Settings, raw object, problems []message.Message, err error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")) // editors on Windows add it
	if err := json.Unmarshal(data, &raw); err != nil {
		return Settings{}, nil, nil, message.New("not_json", "cause", err).Error(errNoObject)
	}
	if raw == nil {
		return Settings{}, nil, nil, errNoObject // the text was null
	}
	s = Defaults()
	problems = decodeFields(raw, "", reflect.ValueOf(&s).Elem())
	slices.SortFunc(problems, func(a, b message.Message) int { return strings.Compare(a.String(), b.String()) })
	return s.Normalise(), raw, problems, nil
}

// decodeFields decodes every field of a struct separately, so that an invalid one costs
// only itself.
func decodeFields(raw object, prefix string, into reflect.Value) (problems []message.Message) {
	for field, target := range into.Fields() {
		key := field.Tag.Get("json")
		value, ok := raw[key]
		if !ok || string(value) == "null" {
			continue
		}
		if target.Kind() == reflect.Struct {
			var inner object
			if json.Unmarshal(value, &inner) != nil {
				problems = append(problems, message.New("settings_not_an_object", "field", prefix+key))
			}
			problems = append(problems, decodeFields(inner, prefix+key+".", target)...)
		} else if decodeOne(value, target) != nil {
			problems = append(problems, message.New("settings_wrong_type", "field", prefix+key))
		}
	}
	return problems
}

// decodeOne sets the target only if the whole value is valid; encoding/json would leave a
// partial list. Integers accept fractions, since browsers measure in them.
func decodeOne(value json.RawMessage, target reflect.Value) error {
	if target.Kind() == reflect.Int {
		var v float64
		err := json.Unmarshal(value, &v)
		if err == nil {
			target.SetInt(int64(math.Round(max(-math.MaxInt32, min(v, math.MaxInt32)))))
		}
		return err
	}
	v := reflect.New(target.Type())
	err := json.Unmarshal(value, v.Interface())
	if err == nil {
		target.Set(v.Elem())
	}
	return err
}

// encode writes the settings over the text they were read from: unknown keys stay, also
// inside known objects, and the version never decreases.
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
	merged, err := json.MarshalIndent(merge(raw, fields), "", "  ")
	return append(merged, '\n'), err
}

// version returns the file's own version if it is higher.
func version(raw object) json.RawMessage {
	var old int
	if json.Unmarshal(raw[versionKey], &old) == nil && old > Version {
		return raw[versionKey]
	}
	return json.RawMessage(strconv.Itoa(Version))
}

// merge lays the new fields over the old ones, object by object.
func merge(old, fields object) object {
	out := object{}
	maps.Copy(out, old)
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
