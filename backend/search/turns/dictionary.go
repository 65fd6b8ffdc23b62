package turns

import (
	"bytes"
	"hash/maphash"
)

// dictionary caches the words of tokens, since nearly every token is a repetition. A Go map
// takes twice as long, which has a noticeable effect on the time of a scan.
type dictionary struct {
	seed     maphash.Seed
	slots    []int32 // numbers of tokens, plus one, by hash; 0 is free
	tokens   []knownToken
	text     []byte   // of the tokens
	lists    []uint32 // numbers of the tokens' words
	number   map[Key]uint32
	keys     []Key           // of the words, by number
	returned map[string]bool // words for the vocabulary that were already returned
}

// knownToken is a cached token.
type knownToken struct {
	hash     uint32
	at, size uint32 // in text
	from, to uint32 // in lists
}

// firstSlots is the initial number of slots.
const firstSlots = 1 << 12

func newDictionary() dictionary {
	return dictionary{seed: maphash.MakeSeed(), slots: make([]int32, firstSlots), number: map[Key]uint32{}, returned: map[string]bool{}}
}

// mostTokens limits the tokens in a dictionary. If it is exceeded, the dictionary is cleared
// between two files.
const mostTokens = 1 << 16

// bound clears the dictionary if it is too large, and reports whether it did.
func (d *dictionary) bound() bool {
	full := len(d.tokens) > mostTokens
	if full {
		*d = newDictionary()
	}
	return full
}

// words returns the numbers of a token's words. It appends new words for the vocabulary to
// fresh.
func (d *dictionary) words(token []byte, fresh *[]string) []uint32 {
	hash := uint32(maphash.Bytes(d.seed, token))
	mask := uint32(len(d.slots) - 1)
	slot := hash & mask
	for ; d.slots[slot] != 0; slot = (slot + 1) & mask {
		k := &d.tokens[d.slots[slot]-1]
		if k.hash == hash && bytes.Equal(d.text[k.at:k.at+k.size], token) {
			return d.lists[k.from:k.to]
		}
	}
	k := knownToken{hash: hash, at: uint32(len(d.text)), size: uint32(len(token)), from: uint32(len(d.lists))}
	splitToken(token, func(w Word) { d.add(w, fresh) })
	k.to = uint32(len(d.lists))
	d.text = append(d.text, token...)
	d.tokens = append(d.tokens, k)
	d.slots[slot] = int32(len(d.tokens))
	if 2*len(d.tokens) > len(d.slots) {
		d.grow()
	}
	return d.lists[k.from:k.to]
}

// add appends the number of a word to the lists.
func (d *dictionary) add(w Word, fresh *[]string) {
	n, known := d.number[w.Key]
	if !known {
		n = uint32(len(d.keys))
		d.number[w.Key] = n
		d.keys = append(d.keys, w.Key)
	}
	d.lists = append(d.lists, n)
	if !w.Whole && inVocabulary(w.Text) && !d.returned[w.Text] {
		d.returned[w.Text] = true
		*fresh = append(*fresh, w.Text)
	}
}

func (d *dictionary) grow() {
	d.slots = make([]int32, 2*len(d.slots))
	mask := uint32(len(d.slots) - 1)
	for i := range d.tokens {
		slot := d.tokens[i].hash & mask
		for d.slots[slot] != 0 {
			slot = (slot + 1) & mask
		}
		d.slots[slot] = int32(i) + 1
	}
}
