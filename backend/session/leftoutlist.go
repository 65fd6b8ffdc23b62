package session

import (
	"slices"

	"dendro/backend/lineage"
	"dendro/backend/transcript"
)

// Load is what a client would load, for a choice of what to leave out.
type Load struct {
	Turns []LoadTurn `json:"turns"`
	// Before and After are the tokens of the first request, about, without and with the
	// choice. Limit is the most that the model takes, 0 if unknown.
	Before int64              `json:"before"`
	After  int64              `json:"after"`
	Limit  int64              `json:"limit"`
	Left   transcript.LeftOut `json:"left"`
	// Note is the sentence that the new session begins with, "" without one.
	Note string `json:"note"`
}

// LoadTurn is a turn that would be loaded.
type LoadTurn struct {
	Record string `json:"record"` // its first record
	Text   string `json:"text"`   // how that begins
	Kind   string `json:"kind"`   // prompt or summary, "" if nobody asked
	Time   string `json:"time"`
	Tokens int64  `json:"tokens"` // about, if it is whole
	After  int64  `json:"after"`  // with the choice
	State  string `json:"state"`  // whole, steps or out
	Stays  bool   `json:"stays"`  // it can't be left out
	Steps  bool   `json:"steps"`  // it has more than prompts and a last reply
	// Outputs are its large outputs, its pictures, and the results of its agents.
	Outputs []LoadOutput `json:"outputs"`
}

// LoadOutput is a record with outputs or pictures.
type LoadOutput struct {
	Record   string `json:"record"`
	Tool     string `json:"tool"`  // "" for a prompt
	About    string `json:"about"` // what the tool was called with
	Agent    bool   `json:"agent"`
	Bytes    int    `json:"bytes"`
	Pictures int    `json:"pictures"`
	Tokens   int64  `json:"tokens"` // about
	Out      bool   `json:"out"`    // the output is left out
	// PicturesOut is set if the pictures are left out.
	PicturesOut bool `json:"picturesOut"`
}

// largeOutput is the size in bytes from which on a list shows an output.
const largeOutput = 1_000

// load returns the list of what would be loaded.
func (l *leftOut) load(links *lineage.Links, e *estimate, landing ResumePoint) *Load {
	answered := int64(0)
	for _, tokens := range l.asked {
		answered = max(answered, tokens)
	}
	list := &Load{Turns: []LoadTurn{}, Before: e.before, After: e.after, Left: l.left, Limit: transcript.ContextWindow(landing.model, answered)}
	if l.note != nil {
		list.Note = l.note.text
	}
	for _, t := range l.turns {
		turn := LoadTurn{Record: l.names(t.First), State: l.state(&t), Stays: t.Stays, Outputs: []LoadOutput{}}
		first := l.texts[t.First]
		for _, i := range t.Records {
			if first.text == "" || first.kind == "" { // hooks before what the chain begins with
				first = l.texts[i]
			}
			turn.Tokens += e.whole(i)
			turn.After += e.now(i)
			turn.Steps = turn.Steps || links.Facts.Nodes[i].Flags.Has(transcript.FlagToolUse)
			turn.Outputs = l.addOutput(turn.Outputs, i, e)
		}
		turn.Text, turn.Kind, turn.Time = first.text, first.kind, first.time
		if turn.Tokens > 0 {
			list.Turns = append(list.Turns, turn)
		}
	}
	return list
}

func (l *leftOut) addOutput(list []LoadOutput, i int32, e *estimate) []LoadOutput {
	s, c := l.sent[i], l.calls[i]
	if s.Output < largeOutput && s.Pictures == 0 && !c.agent || e.whole(i) == 0 || s.Results == 0 && s.Pictures == 0 {
		return list
	}
	return append(list, LoadOutput{
		Record: l.names(i), Tool: c.tool, About: c.about, Agent: c.agent, Bytes: s.Output, Pictures: s.Pictures,
		Tokens: e.whole(i), Out: l.outputs[i], PicturesOut: l.picture[i],
	})
}

// estimate tells about how many tokens records have.
type estimate struct {
	l             *leftOut
	rate          float64 // tokens per byte
	sent          map[int32]bool
	before, after int64
}

// pictureTokens is about what a picture of usual size costs, placeholderTokens the text in
// place of an output.
const pictureTokens, placeholderTokens = 1_500, 12

// estimate computes an estimate for the records that a client sends of the whole chain; last
// is the position in it behind the last compaction.
func (l *leftOut) estimate(loads []int32, since map[int32]bool, before int64) *estimate {
	e := &estimate{l: l, rate: 1.0 / bytesPerToken, sent: make(map[int32]bool, len(loads)), before: before}
	first, last := int64(0), int64(0)
	size, between := int64(0), int64(0)
	for _, i := range loads {
		e.sent[i] = true
		if asked := l.asked[i]; asked > 0 && since[i] {
			if first == 0 {
				first, size = asked, 0
			}
			last, between = asked, size
		}
		size += int64(l.sent[i].Bytes)
	}
	// What the service counted between the first request and the last one tells what a byte
	// of this conversation costs.
	if measured := float64(last-first) / float64(max(1, between)); between >= 20_000 && measured > 0.1 && measured < 0.7 {
		e.rate = measured
	}
	whole, rest := int64(0), int64(0)
	for i := range l.sent {
		whole += e.whole(i)
		rest += e.now(i)
	}
	if e.before < whole { // nothing in the records says how much was sent
		e.before = whole
	}
	if e.after = e.before - whole + rest; l.note != nil {
		e.after += int64(float64(len(l.note.text)) * e.rate)
	}
	return e
}

// whole returns the tokens of a record as it is.
func (e *estimate) whole(i int32) int64 {
	if !e.sent[i] {
		return 0
	}
	s := e.l.sent[i]
	return e.tokens(s.Bytes) + int64(s.Pictures)*pictureTokens
}

// now returns the tokens of a record with the choice.
func (e *estimate) now(i int32) int64 {
	s := e.l.sent[i]
	switch {
	case !e.sent[i] || !e.l.stays[i]:
		return 0
	case e.l.outputs[i]:
		return e.tokens(s.Bytes-s.Output) + int64(s.Results)*placeholderTokens
	case e.l.picture[i]:
		return e.tokens(s.Bytes) + int64(s.Pictures)*placeholderTokens
	}
	return e.whole(i)
}

func (e *estimate) tokens(bytes int) int64 {
	if bytes == 0 {
		return 0
	}
	return max(1, int64(float64(bytes)*e.rate))
}

// describeLeft describes the state of a client that continues from a point without what its
// choice leaves out, and lists what it would load if that was asked for.
func (d *resumePointBuilder) describeLeft(to ResumePoint, at Point) (ResumePoint, error) {
	chain := to.records
	if chain == nil { // the client's own leaf
		record, err := d.find(at, to.Leaf)
		if err != nil {
			return ResumePoint{}, err
		}
		chain = d.links.Chain(record)
	}
	l, err := d.leave(chain, at.Without)
	if err != nil {
		return ResumePoint{}, err
	}
	if to.model = l.model; at.Model != "" {
		to.model = at.Model
	}
	loads, since := d.sentOf(chain, at.Client)
	e := l.estimate(loads, since, to.Tokens)
	if at.List {
		to.Load = l.load(d.links, e, to)
	}
	if l.left.IsZero() {
		return to, nil
	}
	to.records, to.without, to.Plain, to.Left, to.Tokens = chain, l, false, l.left, e.after
	return to, d.predict(&to, at.Client)
}

// sentOf returns the records of a chain that a client sends, and those of them since the
// chain's last compaction.
func (d *resumePointBuilder) sentOf(chain []int32, client string) (loads []int32, since map[int32]bool) {
	from := 0
	for k, i := range chain {
		if d.links.Facts.Nodes[i].Flags.Has(transcript.FlagBoundary) {
			from = k
		}
	}
	since = map[int32]bool{}
	for _, k := range d.links.Subset(chain).LoadsBy(client) {
		loads = append(loads, chain[k])
		since[chain[k]] = int(k) >= from
	}
	return loads, since
}

// predict sets what a client sends of the file that would be written.
func (d *resumePointBuilder) predict(to *ResumePoint, client string) error {
	var facts transcript.Facts
	var decoder transcript.Decoder
	collector := transcript.NewCollector(&facts)
	err := to.without.lines(func(i int32) ([]byte, error) { return d.loader.load(d.ctx, d.x.File(), d.x.Span(int(i))) }, func(line []byte) error {
		r, err := decoder.Decode(line)
		if err == nil {
			collector.Add(r, transcript.Classify(r))
		}
		return err
	})
	if err != nil {
		return err
	}
	links := lineage.New(d.links.ID, &facts)
	text := func(i int32) string { return facts.Names.Text(facts.Nodes[i].ID) }
	to.Loads, to.Messages = []string{}, 0
	before := transcript.Node{}
	for _, i := range links.LoadsBy(client) {
		n := facts.Nodes[i]
		to.Loads = append(to.Loads, text(i))
		if apart(&before, &n) {
			to.Messages++
		}
		before = n
	}
	if leaf, _ := links.LeafBy(client); leaf != lineage.None {
		to.Leaf = text(leaf)
	}
	if note := to.without.note; note != nil && !slices.Contains(to.Loads, note.uuid) {
		return errOtherChain
	}
	return nil
}
