package search

import (
	"bytes"
	"cmp"
	"math"
	"math/bits"
	"runtime"
	"slices"
	"sync"

	"dendro/backend/jsonl"
	"dendro/backend/search/fold"
	"dendro/backend/transcript"
)

// The words of a turn do not include long outputs. The signatures select blocks of the
// transcripts that may contain the words of a query, and the best of these are read to find
// passages.
const (
	passageBytes = 800
	// mostNeedles is the maximum number of words to look for in blocks; the rarest are used.
	mostNeedles = 8
)

// rankLimits limit how much of the transcripts a ranking reads.
type rankLimits struct {
	turns  int // number of best turns to read
	ofTurn int // blocks per turn
	blocks int // blocks among all files
	// lines selects the lines of a block to decode: those worth at least this share of the
	// block's best line.
	lines float64
}

// limitsOf returns the limits for the given number of turns.
func limitsOf(turns int) rankLimits {
	if turns == math.MaxInt {
		return rankLimits{turns: math.MaxInt, ofTurn: math.MaxInt, blocks: math.MaxInt}
	}
	return rankLimits{turns: max(20, turns), ofTurn: 1, blocks: 16, lines: 0.7}
}

// passage is the best location in a turn.
type passage struct {
	key    string // of the file
	offset int64  // of the line
	length int64  // of the line; 0: unknown
	kind   Kind
	away   int // 1: in another session than the turn's first
	part   int
	sum    float64 // total weight of its words
	has    uint64  // the terms of the record
	found  *ranked // by an exact search
}

// bonus returns what a passage adds to the score of its turn. total is the sum of a passage
// with all words.
func (p *passage) bonus(total float64) float64 {
	if total == 0 || p.sum == 0 {
		return 0
	}
	share := p.sum / total
	bonus := passagePart * p.sum * share * share
	if share > exactShare {
		bonus += exactPart * p.sum
	}
	return bonus
}

// exactShare is the minimum share of a passage with all words. It is below 1 for rounding
// errors.
const exactShare = 0.999

// better reports whether p is a better match than other.
func (p *passage) better(other *passage) bool {
	return cmp.Or(
		cmp.Compare(p.sum, other.sum), cmp.Compare(other.kind, p.kind), cmp.Compare(other.away, p.away),
		cmp.Compare(other.offset, p.offset), cmp.Compare(other.key, p.key),
	) > 0
}

// passages finds the best locations of the best turns, and turns that match only by their
// outputs.
func (r *ranking) passages() error {
	needles := r.needles()
	if len(needles) == 0 {
		return r.ctx.Err()
	}
	masks := r.masks(needles)
	var list []blockAt
	taken := map[*placed]bool{}
	add := func(b blockAt) {
		if !taken[b.placed] {
			taken[b.placed] = true
			list = append(list, b)
		}
	}
	for _, s := range r.order[:min(len(r.order), r.limits.turns)] {
		for _, b := range r.blocksOf(s.doc, needles, masks) {
			add(b)
		}
	}
	for _, b := range r.bestBlocks(needles, masks) {
		add(b)
	}
	r.read(list, needles)
	return r.ctx.Err()
}

// read reads blocks, and records the best passage of each turn.
func (r *ranking) read(list []blockAt, needles []needleIn) {
	var mu sync.Mutex
	at := 0
	var work sync.WaitGroup
	for range max(1, min(runtime.GOMAXPROCS(0), len(list))) {
		work.Go(func() {
			p := newPassages(r, needles, &mu)
			defer p.src.close()
			for r.ctx.Err() == nil {
				mu.Lock()
				if at == len(list) {
					mu.Unlock()
					return
				}
				b := list[at]
				at++
				mu.Unlock()
				p.block(b)
			}
		})
	}
	work.Wait()
}

// passages reads blocks for one ranking.
type passages struct {
	r       *ranking
	mu      *sync.Mutex // guards the ranking's scores
	needles []needleIn
	src     sources
	decoder transcript.Decoder
	x       Extractor
	buf     []byte
	fold    []byte
	places  []termAt
	line    jsonl.Line
	lines   []lineIn

	info *FileInfo
}

func newPassages(r *ranking, needles []needleIn, mu *sync.Mutex) *passages {
	return &passages{r: r, mu: mu, needles: needles, src: sources{open: r.opt.Open}}
}

// block matches the records of a block.
func (p *passages) block(b blockAt) {
	p.info = p.r.opt.Catalog.File(b.file.key)
	file := p.src.get(b.file)
	if p.info == nil || file == nil || file.stale || !b.within(file.size) {
		return
	}
	if cap(p.buf) < int(b.length) {
		p.buf = make([]byte, b.length)
	}
	buf := p.buf[:b.length]
	if n, _ := file.src.ReadAt(buf, b.offset); n < len(buf) {
		return
	}
	p.lines = p.lines[:0]
	for at := 0; at < len(buf); {
		end := lineEnd(buf, at)
		if line := buf[at:end]; len(line) <= jsonl.MaxLine {
			if sum := p.mayHold(line, b); sum > 0 {
				p.lines = append(p.lines, lineIn{at, end, sum})
			}
		}
		at = end + 1
	}
	most := 0.0
	for _, l := range p.lines {
		most = max(most, l.sum)
	}
	p.lines = slices.DeleteFunc(p.lines, func(l lineIn) bool { return l.sum < p.r.limits.lines*most })
	for _, l := range p.lines {
		p.line = jsonl.Line{Offset: b.offset + int64(l.from), Length: int64(l.to - l.from), Text: buf[l.from:l.to]}
		p.decoder.Records(&p.line, p.record)
	}
}

// lineIn is a line of a block with the weight of the words that it may contain.
type lineIn struct {
	from, to int
	sum      float64
}

// mayHold returns the total weight of the block's words that a line may contain.
func (p *passages) mayHold(line []byte, b blockAt) (sum float64) {
	if b.odd {
		return b.sum
	}
	for set := b.has; set != 0; set &= set - 1 {
		i := bits.TrailingZeros64(set)
		n := &p.needles[i].need
		if len(n.Text) == 0 || n.Next(line, 0) >= 0 {
			sum += p.needles[i].idf
		}
	}
	return sum
}

func (p *passages) record(l *jsonl.Line, rec *transcript.Record, err error) {
	if err != nil || !searched(rec) || p.info.Snapshots[rec.UUID.ID] {
		return
	}
	if rec.Kind == transcript.KindQueue {
		if p.x.fate = p.info.Queue.find(rec.UUID.ID); p.x.fate == transcript.FateGone {
			return
		}
	}
	doc, ok := p.r.docs.at(p.info.Key, l.Offset)
	if !ok {
		return
	}
	best := passage{key: p.info.Key, offset: l.Offset, length: l.Length, part: -1}
	if p.r.docs.list[doc].owner.Session != p.info.Session {
		best.away = 1
	}
	n := 0
	p.x.parts(rec, p.r.cond.want, func(part *Part) {
		if sum, has := p.text(part.Text()); sum > 0 {
			best.has |= has
			if sum > best.sum || best.part < 0 {
				best.sum, best.kind, best.part = sum, part.Kind, n
			}
		}
		n++
	})
	if best.part < 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.r.score[doc]
	if s == nil {
		if !p.r.allows(doc) {
			return
		}
		s = p.r.of(doc)
	}
	for i := range p.needles {
		if best.has>>i&1 == 1 {
			s.has |= 1 << p.needles[i].term
		}
	}
	if s.best.found == nil && (s.best.part < 0 || s.best.key == "" || best.better(&s.best)) {
		s.best = best
	}
}

// text returns the highest weight within any passageBytes of a text, and all needles in the
// text.
func (p *passages) text(text []byte) (sum float64, has uint64) {
	p.fold, _ = fold.Append(p.fold[:0], text)
	p.places = p.places[:0]
	for i := range p.needles {
		needle := p.needles[i].text
		for at, n := 0, 0; n < maxPlaces; n++ {
			j := bytes.Index(p.fold[at:], needle)
			if j < 0 {
				break
			}
			if j += at; len(needle) > 3 || !inWordAt(p.fold, j-1) && !inWordAt(p.fold, j+len(needle)) {
				p.places = append(p.places, termAt{j, i})
				has |= 1 << i
			}
			at = j + len(needle)
		}
	}
	if len(p.places) == 0 {
		return 0, 0
	}
	slices.SortFunc(p.places, func(a, b termAt) int { return cmp.Compare(a.at, b.at) })
	var count [mostNeedles]int
	now, from := 0.0, 0
	for _, place := range p.places {
		if count[place.term]++; count[place.term] == 1 {
			now += p.needles[place.term].idf
		}
		for p.places[from].at < place.at-passageBytes {
			t := p.places[from].term
			if count[t]--; count[t] == 0 {
				now -= p.needles[t].idf
			}
			from++
		}
		sum = max(sum, now)
	}
	return sum, has
}

// inWordAt reports whether the byte at an index is part of a letter or a digit.
func inWordAt(text []byte, at int) bool {
	if at < 0 || at >= len(text) {
		return false
	}
	c := text[at]
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c >= 0x80
}

// endOfFile is greater than every offset.
const endOfFile = int64(math.MaxInt64)
