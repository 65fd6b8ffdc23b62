package session

import (
	"bytes"
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"dendro/backend/catalog"
	"dendro/backend/message"
	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// Checkpoints restores the files that a session changes to their state before or after a turn,
// from Claude Code's copies of them (file-history).
type Checkpoints struct {
	opt     *Options
	threads *Threads
}

// FilesAt are the files that a branch changes, before and after one of its turns.
type FilesAt struct {
	Session string `json:"session"`
	Turn    int    `json:"turn"` // from 1
	// Last is set if no later turn of the branch has a checkpoint: the state after the turn then
	// follows from its calls.
	Last  bool     `json:"last"`
	Dir   string   `json:"dir"` // the working directory, as people write it
	Files []FileAt `json:"files"`

	dir string
}

// Change is how a file differs between two states.
type Change string

// The changes.
const (
	Unchanged Change = ""
	Created   Change = "created"
	Modified  Change = "modified"
	Removed   Change = "deleted"
	Unclear   Change = "unknown" // one of the states is not known
)

// FileAt is a file around a turn.
type FileAt struct {
	Path  string `json:"path"`  // as Claude Code names it
	Shown string `json:"shown"` // relative to the working directory, if it is in it
	// Turn is what the turn did to it, Since what happened between its end and now.
	Turn  Change `json:"turn"`
	Since Change `json:"since"`
	// BeforeUnknown and AfterUnknown say why a state is not known.
	BeforeUnknown message.Message `json:"beforeUnknown,omitzero"`
	AfterUnknown  message.Message `json:"afterUnknown,omitzero"`

	before, after copied
}

// copied is a state of a file.
type copied struct {
	name    string  // of the copy; "" if there was no file
	now     bool    // the current state instead
	made    *string // the text that a call wrote instead
	unknown error   // why the state is not known
}

// Moment selects one of the states of a FileAt.
type Moment string

// The moments.
const (
	Before Moment = "before"
	After  Moment = "after"
	Now    Moment = "now"
)

// FilesAt returns the files of the branch of a session that ends at tip, as they were around
// the turn that has a record. The files that the turn changed come first.
func (l *Checkpoints) FilesAt(ctx context.Context, session, tip, record string) (*FilesAt, error) {
	at, err := l.states(ctx, session, tip, record)
	if err != nil {
		return nil, err
	}
	for i := range at.Files {
		f := &at.Files[i]
		if f.Turn, err = l.change(ctx, at, f, f.before, f.after); err == nil {
			f.Since, err = l.change(ctx, at, f, f.after, copied{now: true})
		}
		if err == nil {
			err = l.explain(ctx, at, f)
		}
		if err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(at.Files, func(a, b FileAt) int { return rank(a.Turn) - rank(b.Turn) })
	return at, nil
}

// rank orders the changes of a turn.
func rank(c Change) int {
	if c == Unchanged {
		return 1
	}
	return 0
}

// states returns the states of the files without comparing them, in the order of their paths.
func (l *Checkpoints) states(ctx context.Context, session, tip, record string) (*FilesAt, error) {
	place, err := l.threads.Locate(ctx, session, tip, record, 0) // tip may be of another branch
	if err != nil {
		return nil, err
	}
	t, err := l.threads.Whole(ctx, session, place.Tip)
	if err != nil {
		return nil, err
	}
	known := l.opt.Catalog.Snapshot()
	f, err := FileOf(known, session)
	if err != nil {
		return nil, err
	}
	if len(place.Rows) == 0 || place.Rows[0] >= t.Rows.Len() {
		return nil, NoRecord(record, session)
	}
	noted := map[transcript.ID][]transcript.Backup{}
	// A copy of a session may lack the checkpoints of the turns that it copied.
	for at := session; at != ""; at = parentOf(known, at) {
		own, err := l.noted(ctx, at)
		if err != nil {
			return nil, err
		}
		for id, files := range own {
			noted[id] = append(noted[id], files...)
		}
	}
	turns := byTurn(t.Rows, noted)
	at := &FilesAt{Session: session, Turn: int(t.Rows.Items()[place.Rows[0]].Turn), Files: []FileAt{}, dir: f.Summary.StartDir(f.Project())}
	at.Dir = l.opt.show(at.dir)
	at.Last = !slices.ContainsFunc(slices.Collect(maps.Keys(turns)), func(turn int) bool { return turn > at.Turn })
	edits, err := l.edits(ctx, t, at)
	if err != nil {
		return nil, err
	}
	return at, l.list(ctx, at, turns, edits)
}

// list fills in the files: those that this turn or a later one notes, and those that its calls
// edit. Without a later copy the state after the turn is what its calls made of the one before.
func (l *Checkpoints) list(ctx context.Context, at *FilesAt, turns map[int]map[string]transcript.Backup, edits map[string]*fileEdits) error {
	before, after := stateAt(turns, at.Turn), stateAt(turns, at.Turn+1)
	for _, path := range slices.Sorted(maps.Keys(before)) {
		key := at.key(path)
		file := FileAt{Path: path, before: copied{name: before[path].Name}}
		if b, ok := after[path]; ok {
			file.after = copied{name: b.Name}
		} else if made := edits[key]; made != nil || firstNoted(turns, path) == at.Turn {
			file.after = l.after(ctx, at, &file, made)
		} else {
			file.after = file.before
		}
		delete(edits, key)
		at.Files = append(at.Files, file)
	}
	for _, key := range slices.Sorted(maps.Keys(edits)) {
		made := edits[key]
		file := FileAt{Path: made.path, before: made.original}
		file.after = l.after(ctx, at, &file, made)
		at.Files = append(at.Files, file)
	}
	for i := range at.Files {
		f := &at.Files[i]
		f.Shown = f.Path
		if inside, ok := insideOf(at.dir, f.Path); ok {
			f.Shown = filepath.ToSlash(inside)
		}
	}
	slices.SortStableFunc(at.Files, func(a, b FileAt) int { return strings.Compare(a.Path, b.Path) })
	return ctx.Err()
}

// key returns the same text for every spelling of a path.
func (at *FilesAt) key(path string) string {
	if inside, ok := insideOf(at.dir, path); ok {
		return inside
	}
	return filepath.Clean(filepath.FromSlash(path))
}

// firstNoted returns the first turn that notes a file.
func firstNoted(turns map[int]map[string]transcript.Backup, path string) int {
	for _, n := range slices.Sorted(maps.Keys(turns)) {
		if _, ok := turns[n][path]; ok {
			return n
		}
	}
	return 0
}

// explain notes why the states of a file are not known.
func (l *Checkpoints) explain(ctx context.Context, at *FilesAt, f *FileAt) error {
	for state, why := range map[*copied]*message.Message{&f.before: &f.BeforeUnknown, &f.after: &f.AfterUnknown} {
		if _, _, err := l.read(ctx, at, f, *state); err != nil {
			*why = message.From(err)
		}
	}
	return ctx.Err()
}

// In returns a copy with the reasons in a language.
func (at *FilesAt) In(language string) *FilesAt {
	out := *at
	out.Files = slices.Clone(at.Files)
	for i := range out.Files {
		f := &out.Files[i]
		f.BeforeUnknown, f.AfterUnknown = f.BeforeUnknown.Fixed(language), f.AfterUnknown.Fixed(language)
	}
	return &out
}

// parentOf returns the parent of a session, or "".
func parentOf(known *catalog.Snapshot, session string) string {
	if _, s := known.Session(session); s != nil && s.Parent != nil && known.File(*s.Parent) != nil {
		return *s.Parent
	}
	return ""
}

// byTurn returns the states that each turn of a branch notes, by path. A file that is noted
// twice in a turn was noted with the prompt first.
func byTurn(rows *thread.Thread, noted map[transcript.ID][]transcript.Backup) map[int]map[string]transcript.Backup {
	wanted := map[transcript.ID]bool{}
	for id := range noted {
		wanted[id] = true
	}
	turns := map[int]map[string]transcript.Backup{}
	for id, row := range rows.RowsWith(wanted) {
		turn := int(rows.Items()[row].Turn)
		if turns[turn] == nil {
			turns[turn] = map[string]transcript.Backup{}
		}
		for _, b := range noted[id] {
			if _, known := turns[turn][b.Path]; !known {
				turns[turn][b.Path] = b
			}
		}
	}
	return turns
}

// stateAt returns the state of each file when a turn began: the first one that this turn or a
// later one notes. A file that only earlier turns note is missing from it.
func stateAt(turns map[int]map[string]transcript.Backup, turn int) map[string]transcript.Backup {
	state := map[string]transcript.Backup{}
	for _, n := range slices.Sorted(maps.Keys(turns)) {
		if n < turn {
			continue
		}
		for path, b := range turns[n] {
			if _, known := state[path]; !known {
				state[path] = b
			}
		}
	}
	return state
}

// change compares two states of a file.
func (l *Checkpoints) change(ctx context.Context, at *FilesAt, f *FileAt, from, to copied) (Change, error) {
	switch {
	case from.unknown != nil || to.unknown != nil:
		return Unclear, nil //nolint:nilerr // the reason is shown with the file
	case from == to:
		return Unchanged, nil
	}
	old, hadOld, errOld := l.read(ctx, at, f, from)
	text, has, errNew := l.read(ctx, at, f, to)
	switch {
	case ctx.Err() != nil:
		return Unclear, ctx.Err()
	case errOld != nil || errNew != nil:
		return Unclear, nil //nolint:nilerr // a file that cannot be read costs itself
	case hadOld == has && bytes.Equal(old, text):
		return Unchanged, nil
	case !hadOld:
		return Created, nil
	case !has:
		return Removed, nil
	}
	return Modified, nil
}

// FileText returns the content of a file of FilesAt at a moment, and whether there was one.
func (l *Checkpoints) FileText(ctx context.Context, session, tip, record, path string, when Moment) (text []byte, existed bool, err error) {
	at, err := l.states(ctx, session, tip, record)
	if err != nil {
		return nil, false, err
	}
	i := slices.IndexFunc(at.Files, func(f FileAt) bool { return f.Path == path })
	if i < 0 {
		return nil, false, message.New("checkpoint_not_found", "file", path).Error(ErrNotFound)
	}
	f := &at.Files[i]
	state, ok := map[Moment]copied{Before: f.before, After: f.after, Now: {now: true}}[when]
	if !ok {
		return nil, false, message.New("checkpoint_not_found", "file", path).Error(ErrNotFound)
	}
	return l.read(ctx, at, f, state)
}
