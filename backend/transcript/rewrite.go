package transcript

import (
	"encoding/json"

	"dendro/backend/jsonl"
)

// Rewrite changes a record for a session that loads less than all of it. Everything else on
// its line stays as it is, byte for byte.
type Rewrite struct {
	// Parent replaces parentUuid, by null if it is "". It is nil to leave it.
	Parent *string
	// Output returns what replaces the content of a tool's result, whose texts have that
	// many bytes. It is nil to leave them.
	Output func(bytes int) string
	// Picture replaces pictures and documents, in prompts and in results, if it is not "".
	Picture string
}

// Line returns a line with the changes. toolUseResult, the client's own copy of a result,
// goes with what it repeats.
func (w *Rewrite) Line(line []byte) []byte {
	s := splicer{in: jsonl.NewScanner(line)}
	changed := false
	object := jsonl.SkipSpace(line, 0)
	s.members(object, 0, func(key string, i, end int) {
		if key == "message" && line[i] == '{' {
			s.members(i, 1, func(key string, i, _ int) {
				if key == "content" && line[i] == '[' {
					changed = w.content(&s, i) || changed
				}
			})
		}
		if key == "parentUuid" && w.Parent != nil {
			s.replace(i, end, parentValue(*w.Parent))
		}
	})
	line = s.done()
	if !changed {
		return line
	}
	s = splicer{in: jsonl.NewScanner(line)}
	before := object + 1 // the end of the member before
	s.members(object, 0, func(key string, _, end int) {
		switch {
		case key != "toolUseResult":
			before = end
		case before > object+1:
			s.replace(before, end, nil)
			before = end
		default: // the first member takes the comma behind it along
			if next := jsonl.SkipSpace(line, end); next < len(line) && line[next] == ',' {
				end = next + 1
			}
			s.replace(object+1, end, nil)
		}
	})
	return s.done()
}

func parentValue(uuid string) []byte {
	if uuid == "" {
		return []byte("null")
	}
	return quoted(uuid)
}

// quoted returns a text as a JSON string.
func quoted(text string) []byte {
	b, err := json.Marshal(text)
	if err != nil {
		return []byte(`""`) // a string always has a form
	}
	return b
}

// content changes the blocks of a message.
func (w *Rewrite) content(s *splicer, i int) (changed bool) {
	s.elements(i, 2, func(i, end int) {
		switch block := jsonl.Value(s.in.JSON[i:end]); {
		case w.Picture != "" && isPicture(block):
			s.replace(i, end, textBlock(w.Picture))
			changed = true
		case block.Get("type").String() == "tool_result":
			changed = w.result(s, i) || changed
		}
	})
	return changed
}

// result changes the content of a tool's result.
func (w *Rewrite) result(s *splicer, i int) (changed bool) {
	s.members(i, 3, func(key string, i, end int) {
		switch {
		case key != "content":
		case w.Output != nil:
			s.replace(i, end, quoted(w.Output(OutputBytes(s.in.JSON[i:end]))))
			changed = true
		case w.Picture != "" && s.in.JSON[i] == '[':
			s.elements(i, 4, func(i, end int) {
				if isPicture(s.in.JSON[i:end]) {
					s.replace(i, end, textBlock(w.Picture))
					changed = true
				}
			})
		}
	})
	return changed
}

func textBlock(text string) []byte {
	return append(append([]byte(`{"type":"text","text":`), quoted(text)...), '}')
}

// isPicture reports whether a block is a picture or a document.
func isPicture(block jsonl.Value) bool {
	kind := blockKindOf(block.Get("type").String())
	return kind == BlockImage || kind == BlockDocument
}

// OutputBytes returns the size of the texts in the content of a tool's result, escaped as
// they are: pictures and documents do not count.
func OutputBytes(content jsonl.Value) (n int) {
	ContentTexts(content, func(text jsonl.Value) { n += max(0, len(text)-len(`""`)) })
	return n
}

// splicer replaces parts of a line, front to back.
type splicer struct {
	in  *jsonl.Scanner
	out []byte
	at  int // the part of in that is in out
}

func (s *splicer) replace(from, to int, with []byte) {
	if from < s.at { // within a replaced value
		return
	}
	s.out = append(append(s.out, s.in.JSON[s.at:from]...), with...)
	s.at = to
}

func (s *splicer) done() []byte {
	if s.at == 0 {
		return s.in.JSON
	}
	return append(s.out, s.in.JSON[s.at:]...)
}

// members calls f with the key and the span of each value of the object at i.
func (s *splicer) members(i, depth int, f func(key string, i, end int)) {
	if i >= len(s.in.JSON) || s.in.JSON[i] != '{' {
		return
	}
	s.in.Walk(i, depth, func(key []byte, i int) int {
		name := string(key)
		end := s.in.SkipValue(i, depth+1)
		if end >= 0 {
			f(name, i, end)
		}
		return end
	})
}

// elements calls f with the span of each element of the array at i.
func (s *splicer) elements(i, depth int, f func(i, end int)) {
	s.in.Walk(i, depth, func(_ []byte, i int) int {
		end := s.in.SkipValue(i, depth+1)
		if end >= 0 {
			f(i, end)
		}
		return end
	})
}
