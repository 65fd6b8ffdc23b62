package history

import (
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// Field is one member of an [Obj].
type Field struct {
	Key   string
	Value any
}

// Obj is a JSON object that preserves the order of its members, like the records on disk.
// Treat it as immutable: [Obj.With] and [Obj.Without] return copies.
type Obj []Field

// O builds an object from alternating keys and values.
func O(kv ...any) Obj {
	if len(kv)%2 != 0 {
		panic("history: O needs pairs")
	}
	o := make(Obj, 0, len(kv)/2)
	for i := 0; i < len(kv); i += 2 {
		o = append(o, Field{kv[i].(string), kv[i+1]})
	}
	return o
}

// Get returns the value of a member, or nil.
func (o Obj) Get(key string) any {
	for _, f := range o {
		if f.Key == key {
			return f.Value
		}
	}
	return nil
}

// Str returns a member that is a string, or "".
func (o Obj) Str(key string) string {
	s, _ := o.Get(key).(string)
	return s
}

// Has reports whether a member exists, even with the value nil.
func (o Obj) Has(key string) bool {
	for _, f := range o {
		if f.Key == key {
			return true
		}
	}
	return false
}

// With returns a copy with the member set: in its place if it existed, else at the end.
func (o Obj) With(key string, value any) Obj {
	c := make(Obj, len(o), len(o)+1)
	copy(c, o)
	for i := range c {
		if c[i].Key == key {
			c[i].Value = value
			return c
		}
	}
	return append(c, Field{key, value})
}

// Without returns a copy that lacks the members.
func (o Obj) Without(keys ...string) Obj {
	c := make(Obj, 0, len(o))
next:
	for _, f := range o {
		for _, k := range keys {
			if f.Key == k {
				continue next
			}
		}
		c = append(c, f)
	}
	return c
}

// MarshalJSON keeps the order of the members.
func (o Obj) MarshalJSON() ([]byte, error) { return appendValue(nil, o), nil }

// appendValue writes v as JSON like JSON.stringify: no escaped HTML, no spaces. Values of
// types that the builders do not use are encoded by encoding/json.
func appendValue(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case string:
		return appendString(b, v)
	case bool:
		return strconv.AppendBool(b, v)
	case int:
		return strconv.AppendInt(b, int64(v), 10)
	case int64:
		return strconv.AppendInt(b, v, 10)
	case Obj:
		b = append(b, '{')
		for i, f := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(appendString(b, f.Key), ':')
			b = appendValue(b, f.Value)
		}
		return append(b, '}')
	case []Obj:
		return appendList(b, v)
	case []any:
		return appendList(b, v)
	case []string:
		return appendList(b, v)
	default:
		j, err := json.Marshal(v)
		if err != nil {
			panic(fmt.Sprintf("history: value of type %T: %v", v, err))
		}
		return append(b, j...)
	}
}

func appendList[T any](b []byte, list []T) []byte {
	b = append(b, '[')
	for i, v := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendValue(b, v)
	}
	return append(b, ']')
}

func appendString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, '\\', 'n')
		case r == '\t':
			b = append(b, '\\', 't')
		case r == '\r':
			b = append(b, '\\', 'r')
		case r < 0x20:
			b = append(b, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}
