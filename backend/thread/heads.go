package thread

import (
	"maps"
	"math"
	"slices"
)

// heads are the beginnings of what opens turns, by record: eight bytes each
// beside the text.
type heads struct {
	at    []int32  // ascending
	ends  []uint32 // in the text
	text  string   // of those that there were when the file was read
	tail  []byte   // the text of later ones
	again map[int32]string
}

// set keeps the beginning of a record. What is set for another record than the
// newest stands apart: few records are written again.
func (h *heads) set(at int32, text string) {
	n := len(h.at)
	end := len(h.text) + len(h.tail) + len(text)
	if n > 0 && at <= h.at[n-1] || end > math.MaxUint32 {
		if h.again == nil {
			h.again = map[int32]string{}
		}
		h.again[at] = text
		return
	}
	h.at, h.ends = append(h.at, at), append(h.ends, uint32(end))
	h.tail = append(h.tail, text...)
}

// get returns the beginning of a record, and whether it has one.
func (h *heads) get(at int32) (text string, ok bool) {
	if text, ok = h.again[at]; ok {
		return text, true
	}
	i, ok := slices.BinarySearch(h.at, at)
	if !ok {
		return "", false
	}
	begin, end := 0, int(h.ends[i])
	if i > 0 {
		begin = int(h.ends[i-1])
	}
	if read := len(h.text); begin >= read {
		return string(h.tail[begin-read : end-read]), true
	}
	return h.text[begin:end], true
}

// trim gives back what growing left over.
func (h *heads) trim() {
	h.at, h.ends = exact(h.at), exact(h.ends)
	h.text += string(h.tail)
	h.tail = nil
}

func (h *heads) clone() heads {
	c := *h
	c.at, c.ends, c.tail = slices.Clone(h.at), slices.Clone(h.ends), slices.Clone(h.tail)
	c.again = maps.Clone(h.again)
	return c
}
