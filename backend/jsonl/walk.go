package jsonl

import "bytes"

// Walk calls f with each key (raw, without its quotes) of the object at i and the start of
// its value; for an array, with the start of each element. f returns the index after the
// value, or -1 to stop. Walk returns the index after the object or array, or -1 if it is
// not well-formed: two glued records or a torn one are never accepted. depth is the nesting
// depth of the object itself.
func (s *Scanner) Walk(i, depth int, f func(key []byte, i int) (end int)) int {
	b := s.JSON
	if depth >= maxDepth {
		return -1
	}
	object := b[i] == '{'
	closing := b[i] + '}' - '{' // the distance between the brackets is the same for both kinds
	if i = SkipSpace(b, i+1); i < len(b) && b[i] == closing {
		return i + 1
	}
	for {
		var key []byte
		if object {
			if key, i = s.key(i); i < 0 {
				return -1
			}
		}
		if i = f(key, i); i < 0 {
			return -1
		}
		if i = SkipSpace(b, i); i >= len(b) {
			return -1
		}
		switch b[i] {
		case ',':
			i = SkipSpace(b, i+1)
		case closing:
			return i + 1
		default:
			return -1
		}
	}
}

// key returns the key at i and the start of its value, or -1.
func (s *Scanner) key(i int) (key []byte, value int) {
	b := s.JSON
	if i >= len(b) || b[i] != '"' {
		return nil, -1
	}
	end := s.skipString(i)
	if end < 0 {
		return nil, -1
	}
	key = b[i+1 : end-1]
	if !s.plainKeys && bytes.IndexByte(key, '\\') >= 0 {
		key = Value(b[i:end]).AppendText(nil)
	}
	if i = SkipSpace(b, end); i >= len(b) || b[i] != ':' {
		return nil, -1
	}
	return key, SkipSpace(b, i+1)
}

// Members calls f with each key and value of an object, in order. The key is valid only
// during the call. Other values have no members.
func (v Value) Members(f func(key []byte, v Value)) {
	if v.IsObject() {
		v.each(f)
	}
}

// each calls f with each member or element of v.
func (v Value) each(f func(key []byte, v Value)) {
	s := Scanner{JSON: v}
	s.Walk(0, 0, func(key []byte, i int) int {
		end := s.SkipValue(i, 1)
		if end >= 0 {
			f(key, v[i:end:end])
		}
		return end
	})
}

// Get returns the member of an object, the last one if it occurs twice, or nil.
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
	if v.IsArray() {
		v.each(func(_ []byte, v Value) { f(v) })
	}
}
