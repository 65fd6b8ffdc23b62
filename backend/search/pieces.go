package search

import (
	"bytes"
	"hash/maphash"
	"io"
	"slices"

	"dendro/backend/internal/codec"
	"dendro/backend/search/turns"
)

// pieces are the words of turns of all files, at one moment. Like a snapshot, the data it
// refers to is immutable.
type pieces struct {
	list  []placedPiece
	vocab []turns.Vocabulary // the last one is open, the others belong to batches
	open  int                // bytes of the pieces that are in no batch
	batch []*batch
}

// placedPiece is a piece of a file.
type placedPiece struct {
	key  string
	file uint32 // the id of its entry
	data turns.Piece
	in   *batch // nil: in no batch yet
	at   int    // offset in the batch
}

// batch is a number of pieces that are stored together, followed by their vocabulary.
type batch struct {
	kept io.ReaderAt
	data []byte
	end  int // of its pieces
}

// mapped is stored data that can be used in place.
type mapped interface{ Bytes() ([]byte, error) }

// mappedBytes returns stored data in place if it is mapped, otherwise same, its copy in
// memory.
func mappedBytes(kept io.ReaderAt, same []byte) []byte {
	if m, ok := kept.(mapped); ok {
		if data, err := m.Bytes(); err == nil {
			return data
		}
	}
	return same
}

const (
	// batchBytes is the size of a batch. Pieces in no batch are written with each state.
	batchBytes = 1 << 20
	// maxBatch is the maximum size of a batch, before the words of one more file.
	maxBatch = 1 << 30
	// mergedPiece is the maximum size of a piece that is merged with the file's growth.
	mergedPiece = 32 << 10
)

// addWords adds the words of a file that was read, or of its growth.
func (c *change) addWords(e *fileEntry, f *File) {
	w := c.words
	w.vocab = slices.Clone(w.vocab)
	if len(f.fresh) > 0 {
		c.x.tell(&w, f.fresh)
	}
	if f.grown != nil && f.from > 0 {
		w.readAgain(e.id, f.from)
	}
	if f.words != nil {
		last := -1
		if f.grown != nil {
			last = w.lastOpen(e.id)
		}
		if last >= 0 && len(w.list[last].data) < mergedPiece {
			w.list = slices.Clone(w.list)
			p := &w.list[last]
			w.open -= len(p.data)
			p.data = turns.Merge(p.data, f.words)
			w.open += len(p.data)
		} else {
			w.list = append(w.list, placedPiece{key: e.key, file: e.id, data: f.words})
			w.open += len(f.words)
		}
	}
	if w.open >= batchBytes {
		c.x.sealWords(&w)
	}
	c.words = w
}

// readAgain removes, from the last piece of a file, everything from an offset on.
func (w *pieces) readAgain(file uint32, from int64) {
	for i, p := range slices.Backward(w.list) {
		if p.file != file {
			continue
		}
		kept := p.data.Before(from)
		if len(kept) == len(p.data) {
			return
		}
		if p.in == nil {
			w.open -= len(p.data)
		}
		w.list = slices.Clone(w.list)
		if kept == nil {
			w.list = slices.Delete(w.list, i, i+1)
			return
		}
		w.list[i] = placedPiece{key: p.key, file: file, data: kept}
		w.open += len(kept)
		return
	}
}

// lastOpen returns the index of a file's last piece if that is in no batch, otherwise -1.
func (w *pieces) lastOpen(file uint32) int {
	for i, p := range slices.Backward(w.list) {
		if p.file == file {
			if p.in == nil {
				return i
			}
			return -1
		}
	}
	return -1
}

// dropWords removes the words of a file. Batches with little valid data left are dissolved.
func (c *change) dropWords(file uint32) {
	w := c.words
	w.list = slices.DeleteFunc(slices.Clone(w.list), func(p placedPiece) bool { return p.file == file })
	w.open = 0
	live := map[*batch]int{}
	for i := range w.list {
		if p := &w.list[i]; p.in == nil {
			w.open += len(p.data)
		} else {
			live[p.in] += len(p.data)
		}
	}
	var batches []*batch
	var vocab []turns.Vocabulary
	last := w.vocab[len(w.vocab)-1]
	for i, b := range w.batch {
		if live[b] > b.end/4 {
			batches, vocab = append(batches, b), append(vocab, w.vocab[i])
			continue
		}
		last += w.vocab[i]
		for j := range w.list {
			if p := &w.list[j]; p.in == b {
				p.in, p.at, p.data = nil, 0, slices.Clone(p.data)
				w.open += len(p.data)
			}
		}
	}
	vocab = append(vocab, last)
	w.batch, w.vocab = batches, vocab
	c.words = w
}

// tell adds new words to the vocabulary. x.mu must be held.
func (x *Index) tell(w *pieces, fresh []string) {
	isNew := func(word string) bool {
		h := maphash.String(x.seed, word)
		_, known := x.inVocabulary[h]
		x.inVocabulary[h] = struct{}{}
		return !known
	}
	if x.inVocabulary == nil {
		x.inVocabulary, x.seed = map[uint64]struct{}{}, maphash.MakeSeed()
		for _, v := range w.vocab {
			v.Words(func(word string) { isNew(word) })
		}
	}
	words := slices.DeleteFunc(slices.Clone(fresh), func(word string) bool { return !isNew(word) })
	last := &w.vocab[len(w.vocab)-1]
	*last = last.Add(words)
}

// sealWords moves the open pieces to a new batch. x.mu must be held.
func (x *Index) sealWords(w *pieces) {
	b := &batch{}
	for i := range w.list {
		if p := &w.list[i]; p.in == nil {
			b.data = append(b.data, p.data...)
		}
	}
	b.end = len(b.data)
	last := len(w.vocab) - 1
	b.data = append(b.data, w.vocab[last]...)
	b.kept = bytes.NewReader(b.data)
	if x.keep != nil {
		if kept, err := x.keep(b.data); err == nil {
			b.kept, b.data = kept, mappedBytes(kept, b.data)
		} else {
			x.keep = nil // the disk may be full: keep later batches in memory
		}
	}
	w.list = slices.Clone(w.list)
	at := 0
	for i := range w.list {
		if p := &w.list[i]; p.in == nil {
			n := len(p.data)
			p.in, p.at, p.data = b, at, b.data[at:at+n:at+n]
			at += n
		}
	}
	w.open, w.batch = 0, append(slices.Clip(w.batch), b)
	w.vocab[last] = turns.Vocabulary(b.data[b.end:])
	w.vocab = append(w.vocab, "")
}

// Words returns the results of Keep for the words of turns, in order.
func (i *Image) Words() []io.ReaderAt {
	kept := []io.ReaderAt{}
	for _, b := range i.words.batch {
		kept = append(kept, b.kept)
	}
	return kept
}

// visitWords codes the words of turns. entries are the files by number, kept the stored
// batches to decode.
func visitWords(x *codec.Coder, w *pieces, entries []*fileEntry, kept []io.ReaderAt) {
	batches := make(map[*batch]uint32, len(w.batch))
	for i, b := range w.batch {
		batches[b] = uint32(i) + 1
	}
	numbers := make(map[uint32]uint32, len(entries))
	for i, e := range entries {
		numbers[e.id] = uint32(i)
	}
	codec.List(x, &w.batch, func(b **batch) {
		if x.Reading {
			*b = &batch{}
		}
		codec.Int(x, &(*b).end)
	})
	if x.Reading && readBatches(w, kept) != nil {
		x.Fail()
		return
	}
	open := string(w.vocab[len(w.vocab)-1])
	x.Text(&open)
	w.vocab[len(w.vocab)-1] = turns.Vocabulary(open)
	codec.List(x, &w.list, func(p *placedPiece) {
		n, in, size := numbers[p.file], batches[p.in], len(p.data)
		codec.Uint(x, &n, &in)
		if in == 0 {
			data := string(p.data)
			x.Text(&data)
			if x.Reading {
				p.data = turns.Piece(data)
				w.open += len(data)
			}
		} else {
			codec.Int(x, &p.at, &size)
		}
		if !x.Reading {
			return
		}
		if int(n) >= len(entries) || int(in) > len(w.batch) {
			x.Fail()
			return
		}
		p.key, p.file = entries[n].key, entries[n].id
		if in > 0 {
			p.in = w.batch[in-1]
			if p.at < 0 || size < 0 || p.at+size > p.in.end {
				x.Fail()
				return
			}
			p.data = p.in.data[p.at : p.at+size : p.at+size]
		}
	})
}

// readBatches reads the batches and their vocabulary.
func readBatches(w *pieces, kept []io.ReaderAt) error {
	w.vocab = nil
	if len(kept) != len(w.batch) {
		return errValue
	}
	for i, b := range w.batch {
		var err error
		if m, ok := kept[i].(mapped); ok {
			b.data, err = m.Bytes()
		} else {
			b.data, err = io.ReadAll(io.NewSectionReader(kept[i], 0, maxBatch))
		}
		if err != nil {
			return err
		}
		if b.kept = kept[i]; b.end < 0 || b.end > len(b.data) {
			return errValue
		}
		w.vocab = append(w.vocab, turns.Vocabulary(b.data[b.end:]))
	}
	w.vocab = append(w.vocab, "")
	return nil
}
