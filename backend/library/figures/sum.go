// Package figures sums up what histories spent and did: tokens, an estimate of their cost,
// turns, tool calls and time, by day, model, project and so on. It knows the ledgers of
// files, reads nothing, and counts everything once however many files hold a copy of it.
package figures

import (
	"cmp"
	"slices"
	"time"

	"dendro/backend/transcript"
)

// Sum answers a question about files. Of files with the same records the first counts:
// originals come before their copies.
func Sum(files []File, q *Question) *Report {
	z := newSummer(q)
	for i := range files {
		z.books.add(&files[i])
	}
	for i := range z.books.messages {
		z.message(&z.books.messages[i])
	}
	for i := range z.books.calls {
		z.call(&z.books.calls[i])
	}
	z.records()
	return z.report()
}

// summer sums up one question.
type summer struct {
	*Question
	books    books
	since    int64
	until    int64
	rows     map[string]*row
	total    row
	nowhere  row // what rows say nothing of: a message is of no tool, a turn of no model
	days     dayNames
	priced   [][]Price // by number of the model's name
	lookedUp []bool
	unpriced map[string]bool
}

// row is a Row in the making.
type row struct {
	Row
	sessions map[string]bool
	last     string // the latest of sessions: most repeat
	parts    map[string]*Part
}

func newSummer(q *Question) *summer {
	z := &summer{Question: q, since: -1 << 62, until: 1 << 62, rows: map[string]*row{}, unpriced: map[string]bool{}}
	if !q.Since.IsZero() {
		z.since = q.Since.UnixMilli()
	}
	if !q.Until.IsZero() {
		z.until = q.Until.UnixMilli()
	}
	z.days.zone = q.Zone
	if z.days.zone == nil {
		z.days.zone = time.UTC
	}
	return z
}

// within reports whether something of this time is in the period.
func (z *summer) within(ms int64) bool {
	if z.Since.IsZero() && z.Until.IsZero() {
		return true
	}
	return ms != 0 && ms >= z.since && ms < z.until
}

// key returns the key of a row for something that is at a place. model and tool are its own,
// as far as it has them.
func (z *summer) key(by By, at *occurrence, model, tool string) string {
	switch by {
	case Day, Week, Month:
		return z.days.of(at.ms, by)
	case Project:
		return z.books.files[at.file].Project
	case Session:
		return z.books.files[at.file].Session
	case Branch:
		return z.books.names.list[at.branch]
	case Model:
		return model
	case Tool:
		return tool
	}
	return ""
}

// row returns the row with a key, which a session has something in; nowhere if the rows are
// not about that.
func (z *summer) row(key string, at *occurrence, about bool) *row {
	session := z.books.files[at.file].Session
	z.total.in(session)
	if !about {
		return &z.nowhere
	}
	r := z.rows[key]
	if r == nil {
		r = &row{Row: Row{Key: key}}
		z.rows[key] = r
	}
	r.in(session)
	return r
}

func (r *row) in(session string) {
	if session == r.last && r.sessions != nil {
		return
	}
	if r.sessions == nil {
		r.sessions = map[string]bool{}
	}
	r.sessions[session] = true
	r.last = session
}

func (z *summer) message(m *message) {
	if !z.within(m.at.ms) {
		return
	}
	model := z.books.names.list[m.model]
	r := z.row(z.key(z.By, &m.at, model, ""), &m.at, z.By != Tool)
	price := z.spend(&r.Sums, m)
	z.spend(&z.total.Sums, m)
	if z.Split == Model || z.Split == Project {
		r.part(z.key(z.Split, &m.at, model, ""), m.usage, price)
	}
}

func (r *row) part(key string, u transcript.Usage, price float64) {
	p := r.parts[key]
	if p == nil {
		if r.parts == nil {
			r.parts = map[string]*Part{}
		}
		p = &Part{Key: key}
		r.parts[key] = p
	}
	p.Tokens.Add(u)
	p.Cost += price
}

// spend adds a response to sums and returns its price.
func (z *summer) spend(s *Sums, m *message) float64 {
	s.Messages++
	s.Tokens.Add(m.usage)
	prices := z.pricesOf(m.model)
	price := cost(prices, m.usage, m.at.ms)
	s.Cost += price
	if all := m.usage.All(); prices == nil && all > 0 {
		s.Unpriced += all
		z.unpriced[z.books.names.list[m.model]] = true
	}
	if m.at.agent {
		s.AgentTokens.Add(m.usage)
		s.AgentCost += price
	}
	return price
}

// pricesOf returns the prices of a model by the number of its name, nil if they are unknown.
func (z *summer) pricesOf(model uint32) []Price {
	for len(z.priced) < len(z.books.names.list) {
		z.priced, z.lookedUp = append(z.priced, nil), append(z.lookedUp, false)
	}
	if !z.lookedUp[model] {
		z.lookedUp[model] = true
		if z.Prices != nil {
			z.priced[model] = z.Prices.of(z.books.names.list[model])
		}
	}
	return z.priced[model]
}

func (z *summer) call(c *call) {
	if !z.within(c.at.ms) {
		return
	}
	r := z.row(z.key(z.By, &c.at, "", z.books.names.list[c.tool]), &c.at, z.By != Model)
	for _, s := range [...]*Sums{&r.Sums, &z.total.Sums} {
		s.Calls++
		if c.failed {
			s.Failed++
		}
	}
}

// records adds the turns and the active time of the sessions, without the records that an
// earlier file has, too.
func (z *summer) records() {
	var seen numbers
	for at, f := range z.books.files {
		if f.Agent || len(f.Turns) < len(f.Summary.Nodes) {
			continue
		}
		branches := z.books.names.translate(f.Summary.Branches)
		nodes, before := f.Summary.Nodes, int64(0)
		for i := range nodes {
			n := &nodes[i]
			if f.Shared {
				id := n.ID
				if original, ok := f.Summary.Aliases[id]; ok {
					id = original
				}
				if _, isNew := seen.put(mix(id.Hash(), 1), 0); !isNew {
					before = n.Time
					continue
				}
			}
			here := occurrence{ms: n.Time, file: uint32(at)}
			if int(n.Branch) < len(branches) {
				here.branch = branches[n.Branch]
			}
			z.record(f, i, &here, before)
			if n.Time != 0 && !n.Flags.Has(transcript.FlagSidechain) {
				before = n.Time
			}
		}
	}
}

// record adds what a record of a session counts for: a turn that it opens, and the time since
// the record before it.
func (z *summer) record(f *File, i int, at *occurrence, before int64) {
	n := &f.Summary.Nodes[i]
	if !z.within(at.ms) || n.Flags.Has(transcript.FlagSidechain) {
		return
	}
	opens := int(f.Turns[i]) == i && (n.Flags.Has(transcript.FlagCommand) || n.Flags.TurnPart() == transcript.TurnOpener)
	gap := at.ms - before
	works := before != 0 && gap > 0 && gap <= IdleAfter.Milliseconds()
	if !opens && !works {
		return
	}
	r := z.row(z.key(z.By, at, "", ""), at, z.By != Model && z.By != Tool)
	for _, s := range [...]*Sums{&r.Sums, &z.total.Sums} {
		if opens {
			s.Turns++
		}
		if works {
			s.ActiveMS += gap
		}
	}
}

func (z *summer) report() *Report {
	out := &Report{By: z.By, Rows: []Row{}, Total: z.total.Sums, Unpriced: []string{}}
	out.Total.Sessions = len(z.total.sessions)
	for name := range z.unpriced {
		out.Unpriced = append(out.Unpriced, name)
	}
	slices.Sort(out.Unpriced)
	if z.Prices != nil {
		out.Prices.Source, out.Prices.Date = z.Prices.Source, z.Prices.Date
	}
	for _, r := range z.rows {
		r.Sessions = len(r.sessions)
		for _, p := range r.parts {
			r.Parts = append(r.Parts, *p)
		}
		slices.SortFunc(r.Parts, func(a, b Part) int {
			return cmp.Or(cmp.Compare(b.Tokens.All(), a.Tokens.All()), cmp.Compare(a.Key, b.Key))
		})
		out.Rows = append(out.Rows, r.Row)
	}
	slices.SortFunc(out.Rows, func(a, b Row) int {
		if z.By == Day || z.By == Week || z.By == Month {
			return cmp.Compare(a.Key, b.Key)
		}
		return cmp.Or(cmp.Compare(b.Tokens.All(), a.Tokens.All()), cmp.Compare(b.Calls, a.Calls), cmp.Compare(a.Key, b.Key))
	})
	return out
}

// dayNames names the days of times. Most times are of the day of the one before.
type dayNames struct {
	zone     *time.Location
	by       By
	from, to int64
	name     string
}

// of returns the day of a time as 2026-01-31, the Monday of its week, or its month as
// 2026-01; "" if the time is unknown.
func (d *dayNames) of(ms int64, by By) string {
	switch {
	case ms == 0:
		return ""
	case by == d.by && ms >= d.from && ms < d.to:
		return d.name
	}
	t := time.UnixMilli(ms).In(d.zone)
	year, month, day := t.Date()
	begin := time.Date(year, month, day, 0, 0, 0, 0, d.zone)
	end, format := begin.AddDate(0, 0, 1), time.DateOnly
	switch by {
	case Week:
		begin = begin.AddDate(0, 0, -(int(t.Weekday())+6)%7)
		end = begin.AddDate(0, 0, 7)
	case Month:
		begin = time.Date(year, month, 1, 0, 0, 0, 0, d.zone)
		end, format = begin.AddDate(0, 1, 0), "2006-01"
	}
	d.by, d.from, d.to, d.name = by, begin.UnixMilli(), end.UnixMilli(), begin.Format(format)
	return d.name
}
