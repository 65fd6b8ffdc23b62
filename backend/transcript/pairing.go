package transcript

// Pairing matches the tool results of one file with its tool calls. Call ids are not
// unique: providers reuse them ("call_1" in every round, "Bash:0", two calls of one
// response under one id). Therefore
//
//   - each tool_use block is a call of its own, unless it repeats an earlier one:
//     a streaming snapshot, a copied record, or the same id, name and input in the
//     same turn while the first call is not answered yet;
//   - a result belongs to the call with its id in the record that it names, if the
//     file has that, else to the newest earlier call with its id, never across a
//     named one;
//   - calls of one response that share an id form a round. Their results go to the
//     calls that they name, or in order.
//
// Add the calls and results in file order, then call Settle. The zero value is ready.
type Pairing struct {
	Calls []PairedCall
	// SameBranch, if set, reports whether a rewind does not separate two records, so that
	// one may repeat the other.
	SameBranch func(a, b int32) bool

	newest  map[scopedID]int32
	rounds  map[int32]*round // by first call, for rounds with several calls
	at      map[callAt]int32 // call by record and id; built on first use
	orphans []orphan
}

// CallSite describes a tool_use block. A zero hash is not compared.
type CallSite struct {
	Scope   int32  // the conversation inside the file; 0 is the main one
	Record  int32  // number of its record, in file order
	Block   int32  // the caller's number for the block
	Turn    int32  // number of the human turn: a response doesn't span two
	Said    uint32 // hash of name and input
	ID      uint64 // hash of the call's id
	Message uint64 // hash of message.id
	Place   uint64 // the block's place in its response, the same for snapshots
	Time    int64
}

// ResultSite describes a tool_result block.
type ResultSite struct {
	Scope  int32
	Record int32
	Block  int32
	Named  int32 // the assistant record that the result names as its caller, or -1
	ID     uint64
}

// PairedCall is a call with its first result. More holds the others.
type PairedCall struct {
	CallSite
	First Answer
	More  []Answer
	lead  int32 // the first call of its round
	prev  int32 // the previous call with the same id, or -1
}

// Answer is a result block. Record is -1 if there is none.
type Answer struct{ Record, Block int32 }

type scopedID struct {
	scope int32
	id    uint64
}

type callAt struct {
	record int32
	id     uint64
}

type orphan struct {
	id scopedID
	namedAnswer
}

// round is the set of calls of one response that share an id.
type round struct {
	calls   []int32
	places  map[uint64]int32
	said    map[uint32]int32
	answers []namedAnswer
}

type namedAnswer struct {
	Answer
	named int32
}

// Call adds a tool_use block and returns its call number. isNew is false if the block
// repeats an earlier one.
func (p *Pairing) Call(c CallSite) (call int32, isNew bool) {
	id := scopedID{c.Scope, c.ID}
	last, known := p.newest[id]
	if known {
		if same, ok := p.repeated(last, &c); ok {
			return same, false
		}
	} else {
		last = -1
	}
	call = int32(len(p.Calls))
	n := PairedCall{CallSite: c, First: Answer{-1, -1}, lead: call, prev: last}
	if known && p.joins(last, &c) {
		n.lead = p.Calls[last].lead
	}
	p.Calls = append(p.Calls, n)
	if n.lead != call {
		p.join(n.lead, call)
	}
	if p.newest == nil {
		p.newest = map[scopedID]int32{}
	}
	p.newest[id] = call
	if p.at != nil {
		p.at[callAt{c.Record, c.ID}] = call
	}
	return call, true
}

// repeated returns the call that c repeats, from the newest round with its id.
func (p *Pairing) repeated(last int32, c *CallSite) (int32, bool) {
	lead := p.Calls[last].lead
	r := p.rounds[lead]
	if r == nil {
		return last, p.repeats(last, c)
	}
	if n, ok := r.places[c.Place]; ok && p.repeats(n, c) {
		return n, true
	}
	n, ok := r.said[c.Said]
	return n, ok && p.repeats(n, c)
}

// repeats reports whether c repeats the given call.
func (p *Pairing) repeats(call int32, c *CallSite) bool {
	old := &p.Calls[call]
	switch {
	case c.Place != 0 && c.Place == old.Place && c.Record != old.Record:
		return true // a snapshot
	case c.ID == 0 || c.Said != old.Said:
		return false
	case c.Time != 0 && c.Time == old.Time && c.Message != 0 && c.Message == old.Message && c.Record != old.Record:
		return true // a copied record
	}
	return c.Turn == old.Turn && !p.answered(old.lead) && (p.SameBranch == nil || p.SameBranch(old.Record, c.Record))
}

// answered reports whether the round of a first call has a result.
func (p *Pairing) answered(lead int32) bool {
	if r := p.rounds[lead]; r != nil {
		return len(r.answers) > 0
	}
	return p.Calls[lead].First.Record >= 0
}

// joins reports whether c belongs to the round of the newest call with its id.
func (p *Pairing) joins(last int32, c *CallSite) bool {
	old := &p.Calls[last]
	if p.answered(old.lead) {
		return false
	}
	return old.Record == c.Record || c.Message != 0 && c.Message == old.Message && c.Turn == old.Turn
}

// join adds a call to a round.
func (p *Pairing) join(lead, call int32) {
	r := p.rounds[lead]
	if r == nil {
		r = &round{places: map[uint64]int32{}, said: map[uint32]int32{}}
		if p.rounds == nil {
			p.rounds = map[int32]*round{}
		}
		p.rounds[lead] = r
		r.add(&p.Calls[lead], lead)
	}
	r.add(&p.Calls[call], call)
}

func (r *round) add(c *PairedCall, call int32) {
	r.calls = append(r.calls, call)
	if c.Place != 0 {
		r.places[c.Place] = call
	}
	if c.ID != 0 {
		r.said[c.Said] = call
	}
}

// Result adds a tool_result block.
func (p *Pairing) Result(s ResultSite) {
	id, answer := scopedID{s.Scope, s.ID}, Answer{s.Record, s.Block}
	call, known := p.In(s.Named, s.ID)
	if !known {
		call, known = p.newest[id]
	}
	if !known || s.Named > s.Record { // its call may follow
		p.orphans = append(p.orphans, orphan{id, namedAnswer{answer, s.Named}})
		return
	}
	p.answer(call, namedAnswer{answer, s.Named})
}

// answer assigns a result to a call, or to its round.
func (p *Pairing) answer(call int32, a namedAnswer) {
	lead := p.Calls[call].lead
	if r := p.rounds[lead]; r != nil {
		r.answers = append(r.answers, a)
		return
	}
	p.Calls[lead].answer(a.Answer)
}

func (c *PairedCall) answer(a Answer) {
	if c.First.Record < 0 {
		c.First = a
	} else {
		c.More = append(c.More, a)
	}
}

// In returns a call with this id in a record.
func (p *Pairing) In(record int32, id uint64) (call int32, ok bool) {
	if record < 0 {
		return 0, false
	}
	if p.at == nil {
		// It is nearly always the newest one of the main conversation.
		if n, ok := p.newest[scopedID{0, id}]; ok && p.Calls[n].Record == record {
			return n, true
		}
		p.at = make(map[callAt]int32, len(p.Calls))
		for i := range p.Calls {
			p.at[callAt{p.Calls[i].Record, p.Calls[i].ID}] = int32(i)
		}
	}
	call, ok = p.at[callAt{record, id}]
	return call, ok
}

// Newest returns the newest call with this id in the main conversation.
func (p *Pairing) Newest(id uint64) (call int32, ok bool) {
	call, ok = p.newest[scopedID{0, id}]
	return call, ok
}

// Before returns the previous call with the same id in the same conversation, or -1.
func (p *Pairing) Before(call int32) int32 { return p.Calls[call].prev }

// Settle pairs the results that can be decided only at the end and returns those without a
// call.
func (p *Pairing) Settle() (orphans []Answer) {
	for _, o := range p.orphans {
		// Clients of 2.1.150 and 2.1.250 may write a record before its parent.
		call, known := p.In(o.named, o.id.id)
		if !known {
			call, known = p.newest[o.id]
			known = known && p.Calls[call].lead == call && p.Calls[call].prev < 0 && !p.answered(call)
		}
		if !known {
			orphans = append(orphans, o.Answer)
			continue
		}
		p.answer(call, o.namedAnswer)
	}
	for _, r := range p.rounds {
		p.distribute(r)
	}
	return orphans
}

// distribute pairs the results of a round with its calls: by the records that they name if
// that assigns at most one to each call, otherwise in order.
func (p *Pairing) distribute(r *round) {
	byRecord := map[int32][]int32{}
	for _, call := range r.calls {
		at := p.Calls[call].Record
		byRecord[at] = append(byRecord[at], call)
	}
	free := map[int32]int{}
	named := true
	for _, a := range r.answers {
		free[a.named]++
		named = named && free[a.named] <= len(byRecord[a.named])
	}
	next := r.calls
	for _, a := range r.answers {
		call := r.calls[len(r.calls)-1]
		switch {
		case named:
			call = byRecord[a.named][0]
			byRecord[a.named] = byRecord[a.named][1:]
		case len(next) > 0:
			call, next = next[0], next[1:]
		}
		p.Calls[call].answer(a.Answer)
	}
}
