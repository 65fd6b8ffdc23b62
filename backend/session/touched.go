package session

import (
	"context"
	"maps"
	"slices"

	"dendro/backend/chattree"
	"dendro/backend/message"
	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// Touched lists the files that each segment of a chat touches.
type Touched struct {
	Chat string `json:"chat"`
	// Segments are the ids that the files refer to by index.
	Segments   []string      `json:"segments"`
	Files      []TouchedFile `json:"files"` // most written first
	More       int           `json:"more"`  // files beyond those that are listed
	Unreadable []Unreadable  `json:"unreadable"`
}

// TouchedFile is a file that calls read or wrote, as the calls name it.
type TouchedFile struct {
	thread.FileFigure
	Segments []int `json:"segments"` // places in Touched.Segments, ascending
}

// Unreadable is a file or directory that could not be read.
type Unreadable struct {
	Path  string          `json:"path"`
	Error message.Message `json:"error"`
}

// maxTouched is how many files are listed.
const maxTouched = 2000

// Touched reads the files of a chat and returns the files that each of its segments
// touches: in its own records, or through an agent that it started. A copied call counts
// for the session that made it.
func (l *Threads) Touched(ctx context.Context, id string) (*Touched, error) {
	known := l.opt.Catalog.Snapshot()
	chat, err := ChatIn(known, id)
	if err != nil {
		return nil, err
	}
	t := toucher{
		out:  &Touched{Chat: id, Segments: []string{}, Files: []TouchedFile{}, Unreadable: []Unreadable{}},
		chat: chat, files: map[string]*fileTouch{}, counter: thread.NewCallCounter(), counted: map[int]bool{},
	}
	files := Reader{ctx: ctx}
	for _, s := range chat.Sessions {
		for _, e := range known.WithAgents(s.ID) {
			t.found = map[transcript.ID][]call{}
			t.counter.Begin()
			err := files.Records(e.Abs(), nil, t.record)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err != nil { // costs this file
				t.out.Unreadable = append(t.out.Unreadable, Unreadable{e.Path, message.From(err)})
			}
			if e.Agent {
				t.agent(s, e.ID)
			} else {
				t.own(s)
			}
		}
	}
	return t.done(), nil
}

// toucher gathers what the calls of a chat touch.
type toucher struct {
	out     *Touched
	chat    *chattree.Chat
	files   map[string]*fileTouch
	counter *thread.CallCounter
	counted map[int]bool // by number of the call
	found   map[transcript.ID][]call
}

// call is a call that names a file.
type call struct {
	number int
	file   string
	writes bool
}

type fileTouch struct {
	thread.FileFigure
	segments map[int]bool
}

func (t *toucher) record(r *transcript.Record) {
	for _, c := range t.counter.Add(r) {
		if file, writes := transcript.FileOf(&r.Blocks[c.Block]); file != "" {
			t.found[r.UUID.ID] = append(t.found[r.UUID.ID], call{c.Number, file, writes})
		}
	}
}

// own counts the calls in a session's own file.
func (t *toucher) own(s *chattree.Session) {
	if len(t.found) == 0 {
		return
	}
	nodes := s.Source.Summary.Nodes
	for i := range nodes {
		for _, c := range t.found[nodes[i].ID] {
			t.count(c, s.SegmentOf(i))
		}
	}
}

// agent counts the calls in the file of an agent.
func (t *toucher) agent(s *chattree.Session, agent string) {
	at := s.SegmentOfAgent(agent)
	for _, calls := range t.found {
		for _, c := range calls {
			t.count(c, at)
		}
	}
}

func (t *toucher) count(c call, segment int) {
	if segment < 0 || segment >= len(t.chat.Segments) {
		return
	}
	f := t.files[c.file]
	if f == nil {
		f = &fileTouch{FileFigure: thread.FileFigure{Path: c.file}, segments: map[int]bool{}}
		t.files[c.file] = f
	}
	f.segments[segment] = true
	if t.counted[c.number] {
		return
	}
	t.counted[c.number] = true
	if c.writes {
		f.Writes++
	} else {
		f.Reads++
	}
}

// done lists the counts.
func (t *toucher) done() *Touched {
	all := slices.SortedFunc(maps.Values(t.files), func(a, b *fileTouch) int { return a.Compare(b.FileFigure) })
	t.out.More = max(0, len(all)-maxTouched)
	all = all[:len(all)-t.out.More]
	// Only segments that a listed file refers to are included, in the chat's order.
	named, at := map[int]bool{}, map[int]int{}
	for _, f := range all {
		maps.Copy(named, f.segments)
	}
	for i := range t.chat.Segments {
		if named[i] {
			at[i] = len(t.out.Segments)
			t.out.Segments = append(t.out.Segments, t.chat.Segments[i].ID)
		}
	}
	for _, f := range all {
		file := TouchedFile{FileFigure: f.FileFigure, Segments: make([]int, 0, len(f.segments))}
		for segment := range f.segments {
			file.Segments = append(file.Segments, at[segment])
		}
		slices.Sort(file.Segments)
		t.out.Files = append(t.out.Files, file)
	}
	return t.out
}

// Touching returns the rows of a branch, in order, whose calls read or write a file; an
// agent's call counts for the row that contains the agent. path is only compared with the
// names in the calls, and never opened.
func (l *Threads) Touching(ctx context.Context, id, tip, path string) (rows []int, err error) {
	t := &Thread{Session: id, threads: l, key: threadKey{whole: true}}
	err = l.withSession(ctx, id, func(s *target, o *opened) error {
		if err := t.begin(ctx, s, o, tip); err != nil {
			return err
		}
		calls := map[thread.Call]bool{}
		files := Reader{ctx: ctx}
		for _, x := range o.session.Indexes() {
			err := files.Records(x.File(), lastName(path), func(r *transcript.Record) {
				for i := range r.Blocks {
					b := &r.Blocks[i]
					if file, _ := transcript.FileOf(b); file == path && file != "" {
						calls[thread.Call{X: x, Record: r.UUID.ID, Block: i}] = true
					}
				}
			})
			if err != nil {
				return err
			}
		}
		rows = t.Rows.RowsOf(calls)
		return nil
	})
	return rows, err
}

// lastName returns the end of a path in a raw line that needs no unescaping, whatever the
// rest holds, or nil if that is unknown.
func lastName(path string) []byte {
	end := len(path)
	for end > 0 {
		c := path[end-1]
		if c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '.' || c == '-' || c == '_' {
			end--
			continue
		}
		break
	}
	return []byte(path[end:])
}

// In returns the touched files with the texts in a language.
func (t *Touched) In(language string) *Touched {
	out := *t
	out.Unreadable = UnreadableIn(t.Unreadable, language)
	return &out
}

// UnreadableIn returns a list with its texts in a language.
func UnreadableIn(list []Unreadable, language string) []Unreadable {
	out := make([]Unreadable, len(list))
	for i, u := range list {
		u.Error = u.Error.Fixed(language)
		out[i] = u
	}
	return out
}
