package transcript

import "bytes"

// walk calls f with each key (its raw text between the quotes) of the object
// that starts at i, and where its value starts; f returns the index behind
// the value, or -1 to end here. walk returns the index behind the object, or -1
// where it is not well-formed.
func (s *source) walk(i int, f func(key []byte, i int) (end int)) int {
	b := s.b
	if i >= len(b) || b[i] != '{' {
		return -1
	}
	i = skipSpace(b, i+1)
	if i < len(b) && b[i] == '}' {
		return i + 1
	}
	for {
		if i = skipSpace(b, i); i >= len(b) || b[i] != '"' {
			return -1
		}
		end := s.skipString(i)
		if end < 0 {
			return -1
		}
		key := b[i+1 : end-1]
		if !s.plainKeys && bytes.IndexByte(key, '\\') >= 0 {
			key = Value(b[i:end]).AppendText(nil)
		}
		if i = skipSpace(b, end); i >= len(b) || b[i] != ':' {
			return -1
		}
		if i = f(key, skipSpace(b, i+1)); i < 0 {
			return -1
		}
		if i = skipSpace(b, i); i >= len(b) {
			return -1
		}
		switch b[i] {
		case ',':
			i++
		case '}':
			return i + 1
		default:
			return -1
		}
	}
}

// walkArray is walk for the elements of the array that starts at i.
func (s *source) walkArray(i int, f func(i int) (end int)) int {
	b := s.b
	if i >= len(b) || b[i] != '[' {
		return -1
	}
	i = skipSpace(b, i+1)
	if i < len(b) && b[i] == ']' {
		return i + 1
	}
	for {
		if i = f(skipSpace(b, i)); i < 0 {
			return -1
		}
		if i = skipSpace(b, i); i >= len(b) {
			return -1
		}
		switch b[i] {
		case ',':
			i++
		case ']':
			return i + 1
		default:
			return -1
		}
	}
}

// members calls f with each key and value of the object that starts at b[i],
// in order.
func members(b []byte, i int, f func(key []byte, v Value)) {
	s := source{b: b}
	s.walk(i, func(key []byte, i int) int {
		end := s.skipValue(i, 1)
		if end >= 0 {
			f(key, Value(b[i:end:end]))
		}
		return end
	})
}

// Members calls f with each key and value of an object, in order. The key is
// valid only during the call. Other values have no members.
func (v Value) Members(f func(key []byte, v Value)) { members(v, 0, f) }

// Get returns the member of an object, the last where it stands twice, and
// nil where there is none.
func (v Value) Get(key string) (found Value) {
	v.Members(func(k []byte, m Value) {
		if string(k) == key {
			found = m
		}
	})
	return found
}

// Elements calls f with each element of an array, in order. Other values have
// none.
func (v Value) Elements(f func(v Value)) {
	s := source{b: v}
	s.walkArray(0, func(i int) int {
		end := s.skipValue(i, 1)
		if end >= 0 {
			f(v[i:end:end])
		}
		return end
	})
}
