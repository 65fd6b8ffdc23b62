package history

import "slices"

// officialLeaf returns the record that `claude --resume` continues, by the newest clients'
// rule (format, section 12.2), implemented literally and without regard to speed; and the
// record above calls without a result, for clients before 2.1.300, which drop these.
func officialLeaf(f *file) (leaf, answered string) {
	r := newResumed(f)
	last := ""
	for _, id := range r.order {
		if r.candidate(id) {
			last = id
		}
	}
	if last == "" {
		return "", ""
	}
	if r.named != "" && r.at[r.named] != nil && !r.gone[r.named] && !slices.Contains(r.path(last), r.named) {
		last = r.named
	}
	path := r.turns(last)
	if len(path) == 0 {
		return "", ""
	}
	leaf = path[0]
	for len(path) > 1 && r.unanswered(path[0]) {
		path = path[1:]
	}
	return leaf, path[0]
}

// resumed is a file as read by a client that resumes the session.
type resumed struct {
	at     map[string]*line
	order  []string // uuids in file order
	parent map[string]string
	named  string // by the last last-prompt
	gone   map[string]bool
}

func newResumed(f *file) *resumed {
	r := &resumed{at: map[string]*line{}, parent: map[string]string{}, gone: map[string]bool{}}
	var boundary *line
	before := ""
	for _, l := range f.lines {
		switch {
		case l.rec == nil:
			continue
		case l.typ() == "last-prompt":
			if leaf := l.rec.Str("leafUuid"); leaf != "" { // zeros name nothing
				r.named = leaf
			}
			continue
		case !l.chain() || r.at[l.uuid()] != nil:
			continue
		}
		id := l.uuid()
		r.at[id] = l
		r.order = append(r.order, id)
		if p := l.rec.Str("parentUuid"); p == "" || f.at[p] != nil {
			r.parent[id] = p
		} else {
			r.parent[id] = before
		}
		if !l.sidechain() {
			before = id
		}
		if l.rec.Str("subtype") == "compact_boundary" {
			boundary = l
		}
	}
	if boundary != nil {
		r.compacted(boundary)
	}
	return r
}

// compacted puts the preserved messages after the summary and everything else after them;
// other records before the boundary are not loaded.
func (r *resumed) compacted(boundary *line) {
	meta, _ := boundary.rec.Get("compactMetadata").(Obj)
	messages, _ := meta.Get("preservedMessages").(Obj)
	kept, _ := messages.Get("uuids").([]string)
	segment, _ := meta.Get("preservedSegment").(Obj)
	anchor := segment.Str("anchorUuid")
	if len(kept) == 0 || r.at[anchor] == nil {
		return
	}
	for _, id := range kept {
		if r.at[id] == nil {
			return
		}
	}
	end := kept[len(kept)-1]
	for _, id := range r.order {
		if r.parent[id] == anchor {
			r.parent[id] = end
		}
	}
	up := anchor
	for _, id := range kept {
		r.parent[id] = up
		up = id
	}
	for _, id := range r.order {
		if id == boundary.uuid() {
			break
		}
		r.gone[id] = !slices.Contains(kept, id)
	}
}

func (r *resumed) candidate(id string) bool {
	l := r.at[id]
	return !r.gone[id] && !l.sidechain() && l.typ() != "progress" && len(r.turns(id)) > 0
}

// path returns a record and its ancestors, the record itself first.
func (r *resumed) path(id string) []string {
	var path []string
	for ; id != "" && !slices.Contains(path, id); id = r.parent[id] {
		path = append(path, id)
	}
	return path
}

// turns are the user and assistant records of a path.
func (r *resumed) turns(id string) []string {
	return slices.DeleteFunc(r.path(id), func(id string) bool { return !r.at[id].turn() })
}

// unanswered reports whether a record is a call without a result.
func (r *resumed) unanswered(id string) bool {
	if toolUseID(r.at[id]) == "" || r.at[id].typ() != "assistant" {
		return false
	}
	for _, l := range r.at {
		if l.rec.Str("parentUuid") == id && answersTool(l) {
			return false
		}
	}
	return true
}
