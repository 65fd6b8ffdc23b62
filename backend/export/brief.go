package export

import (
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// brief returns the beginning and the end of a text that is longer than o.Output.
func (o *Options) brief(s string) string {
	if o.Output <= 0 || len(s) <= o.Output {
		return s
	}
	head, tail := 2*o.Output/3, len(s)-o.Output/3
	for head > 0 && !utf8.RuneStart(s[head]) {
		head--
	}
	for tail < len(s) && !utf8.RuneStart(s[tail]) {
		tail++
	}
	return fmt.Sprintf("%s\n[… %d bytes …]\n%s", s[:head], tail-head, s[tail:])
}

// briefJSON shortens the strings of a value.
func (o *Options) briefJSON(raw json.RawMessage) json.RawMessage {
	if o.Output <= 0 || len(raw) <= o.Output {
		return raw
	}
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return nil
	}
	short, err := json.Marshal(o.briefValue(v))
	if err != nil {
		return nil
	}
	return short
}

func (o *Options) briefValue(v any) any {
	switch v := v.(type) {
	case string:
		return o.brief(v)
	case []any:
		for i := range v {
			v[i] = o.briefValue(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = o.briefValue(v[key])
		}
	}
	return v
}
