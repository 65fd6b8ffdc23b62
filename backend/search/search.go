package search

import (
	"context"
	"math"
	"runtime"
	"sync"
	"time"

	"dendro/backend/search/query"
	"dendro/backend/transcript"
)

// search is one search in progress.
type search struct {
	ctx   context.Context
	x     *Index
	q     *query.Query
	opt   Options
	snap  *snapshot
	terms []term
	cond  conditions

	mu       sync.Mutex
	queue    []*placed          // blocks still to be checked, the newest first
	allows   map[*FileInfo]bool // cached results of the filters on files
	touching touchings
	stale    map[*fileEntry]bool // read as a whole, because it has changed
	top      top
	chats    *byChat // nil: hits are not grouped by chat
	counted  int
	seen     map[seenRecord]struct{}
	calls    map[*fileEntry]*callNames
	settled  bool // no hit better than those in top can follow

	blocks     int        // blocks that may contain a hit
	reporting  sync.Mutex // serializes reports, so that their counts never decrease
	reported   Result
	reportedAt time.Time
}

// seenRecord is a record of a file whose uuids repeat.
type seenRecord struct {
	file uint32
	id   transcript.ID
}

// Search returns the records and titles that q matches: the newest first, and prompts and
// titles first among those of the same age. It uses the index's state at its start. It skips
// files that cannot be read. A file that has changed since it was indexed is read in full.
// The error is ctx's; the result then contains the hits so far.
func (x *Index) Search(ctx context.Context, q *query.Query, opt Options) (Result, error) {
	if q.Empty() {
		return Result{Hits: []Hit{}, Complete: true, Settled: true}, nil
	}
	s := newSearch(ctx, x, q, opt)
	s.titles()
	p := planQuery(q)
	s.queue = s.snap.candidates(&p, s.cond.want|s.cond.wantOfID, s.cond.after, s.cond.before)
	s.addMoved()
	s.blocks = len(s.queue)

	s.reportedAt = time.Now()
	s.run(false)
	if s.opt.Count && len(s.queue) > 0 && ctx.Err() == nil {
		s.mu.Lock()
		s.settled = true
		s.mu.Unlock()
		s.tell(0)
		s.run(true)
	}
	return s.result(len(s.queue) == 0 && ctx.Err() == nil), ctx.Err()
}

func newSearch(ctx context.Context, x *Index, q *query.Query, opt Options) *search {
	if opt.In == 0 {
		opt.In = query.Default
	}
	switch {
	case opt.Limit == 0:
		opt.Limit = DefaultLimit
	case opt.Limit < 0:
		opt.Limit = math.MaxInt
	}
	s := &search{
		ctx: ctx, x: x, q: q, opt: opt, snap: x.now.Load(), terms: terms(q), cond: conditionsOf(q, opt.In),
		allows: map[*FileInfo]bool{}, touching: touchings{}, stale: map[*fileEntry]bool{},
		seen: map[seenRecord]struct{}{}, calls: map[*fileEntry]*callNames{},
		top: newTop(opt.Limit),
	}
	if opt.Chats {
		s.chats = newByChat(s.terms)
	}
	return s
}

// run checks the candidates on as many workers as there are processors, at least two. It
// checks all of them, or stops as soon as the best hits are certain.
func (s *search) run(all bool) {
	var group sync.WaitGroup
	for range min(max(2, runtime.GOMAXPROCS(0)), len(s.queue)) {
		group.Go(func() {
			w := newWorker(s)
			defer w.src.close()
			for b, info := s.nextBlock(all); info != nil; b, info = s.nextBlock(all) {
				w.block(b, info)
				s.tell(reportEvery)
			}
		})
	}
	group.Wait()
}

// nextBlock removes and returns the newest remaining block. The file is nil if none remains or none is needed.
func (s *search) nextBlock(all bool) (*placed, *FileInfo) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.queue) > 0 && s.ctx.Err() == nil {
		if !all && s.top.Full() && s.queue[0].max < s.top.Items[len(s.top.Items)-1].ms {
			break // all remaining blocks are older
		}
		b := s.queue[0]
		s.queue = s.queue[1:]
		if s.stale[b.file] {
			continue
		}
		if info := s.opt.Catalog.File(b.file.key); info != nil && s.allowedLocked(info) {
			return b, info
		}
	}
	return nil, nil
}

// allowed reports whether the filters on sessions and the scope allow a file.
func (s *search) allowed(info *FileInfo) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.allowedLocked(info)
}

func (s *search) allowedLocked(info *FileInfo) bool {
	ok, known := s.allows[info]
	if !known {
		ok = info.allows(s.q, s.touching) && (s.opt.Files == nil || s.opt.Files(info))
		s.allows[info] = ok
	}
	return ok
}

// indexed reports whether a file is in the index. During the first scan, the file that owns a
// record may be missing.
func (s *search) indexed(key string) bool {
	s.x.mu.Lock()
	defer s.x.mu.Unlock()
	e := s.x.files[key]
	return e != nil && e.id <= s.snap.ids
}

// count counts a hit, and stores it if it is among the best. unique says that the record
// cannot occur twice.
func (s *search) count(r *ranked, file uint32, unique bool, makeHit func() Hit) {
	s.mu.Lock()
	again := false
	if !unique {
		key := seenRecord{file, r.id}
		_, again = s.seen[key]
		s.seen[key] = struct{}{}
	}
	best := false // of its chat
	if !again {
		s.counted++
		best = s.chats != nil && s.chats.add(r)
	}
	admitted := s.top.Admits(r)
	s.mu.Unlock()
	if !admitted && !best {
		return
	}
	r.hit = makeHit()
	if best {
		r.worth = s.chats.judge(r)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if best {
		s.chats.keep(r)
	}
	if !unique {
		// The last occurrence of a record in a file wins. Another worker may have added the
		// other one meanwhile.
		if i := s.top.find(r.key, r.id); i >= 0 {
			if r.compare(s.top.Items[i]) >= 0 {
				return
			}
			s.top.remove(i)
		}
	}
	if s.top.Admits(r) {
		s.top.Add(r)
	}
}

func (s *search) result(complete bool) Result {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := Result{
		Hits: s.top.hits(), Total: -1, Complete: complete, Settled: complete || s.settled,
		Counted: s.counted, Blocks: s.blocks, Looked: s.blocks - len(s.queue),
	}
	if complete {
		r.Total = s.counted
		if s.chats != nil {
			r.Chats, r.InChats = s.chats.list()
		}
	}
	return r
}

// reportEvery is the interval between the reports of a slow search.
const reportEvery = 50 * time.Millisecond

// tell reports the current result, if it has changed and the last report is at least ago old.
func (s *search) tell(ago time.Duration) {
	if s.opt.Partial == nil {
		return
	}
	s.reporting.Lock()
	defer s.reporting.Unlock()
	if time.Since(s.reportedAt) < ago {
		return
	}
	r := s.result(false)
	if r.Counted > s.reported.Counted || r.Looked > s.reported.Looked || r.Settled != s.reported.Settled {
		s.reported, s.reportedAt = r, time.Now()
		s.opt.Partial(r)
	}
}
