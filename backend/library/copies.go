package library

import (
	"cmp"
	"maps"
	"slices"

	"dendro/backend/catalog"
	"dendro/backend/chattree"
	"dendro/backend/search"
	"dendro/backend/transcript"
)

// copies tells which records several files hold.
type copies struct {
	holders map[transcript.ID][]*search.FileInfo // by identity, the first writer first; where there are several
	minted  chattree.Identities
	// variants holds the identities of records whose uuid another file has with other
	// content, and originals the uuids of their first writers.
	variants  map[variant]transcript.ID
	originals map[transcript.ID]transcript.ID
}

// variant names a record in one file.
type variant struct {
	key string
	id  transcript.ID
}

// holder is a file that may have copies of another's records.
type holder struct {
	*search.FileInfo
	facts *transcript.Facts
	group uint32 // copies within one group do not count; there is no 0
	// repeats holds the records that repeat an earlier one, of this file or another's.
	repeats chattree.Identities
}

// firstHeld is the content of a record in the first file that has it, and its group.
type firstHeld struct {
	content uint32
	group   uint32
}

// copiesOf finds the records that files of several groups hold: the same identity with the
// same content. A record of another content is a record of its own, unless it repeats one of
// its own file: a branch shows the earlier one only, and the later one may be half of it.
func copiesOf(files []holder, minted chattree.Identities) *copies {
	c := &copies{
		holders: map[transcript.ID][]*search.FileInfo{}, minted: minted,
		variants: map[variant]transcript.ID{}, originals: map[transcript.ID]transcript.ID{},
	}
	seen := map[transcript.ID]firstHeld{}
	for _, f := range files {
		var own map[transcript.ID]bool // the file's records so far
		if len(f.repeats) > 0 {
			own = make(map[transcript.ID]bool, len(f.facts.Nodes))
		}
		for i := range f.facts.Nodes {
			n := &f.facts.Nodes[i]
			if own != nil {
				own[n.ID] = true
			}
			id := minted.Of(n.ID)
			first, known := seen[id]
			if known && first.content != n.Content {
				if earlier, ok := f.repeats[n.ID]; ok && own[earlier] {
					c.repeat(&f, n.ID, earlier)
					continue
				}
				id = c.addVariant(&f, n, id)
				first, known = seen[id]
			}
			if !known {
				seen[id] = firstHeld{n.Content, f.group}
			} else if first.group != f.group {
				c.holders[id] = nil
			}
		}
	}
	for _, f := range files {
		for i := range f.facts.Nodes {
			id := c.identity(f.Key, f.facts.Nodes[i].ID)
			if list, several := c.holders[id]; several && (len(list) == 0 || list[len(list)-1] != f.FileInfo) {
				c.holders[id] = append(list, f.FileInfo)
			}
		}
	}
	return c
}

// addVariant gives a record whose content differs from the first one of its identity an
// identity of its own, which all records of this content share.
func (c *copies) addVariant(f *holder, n *transcript.Node, id transcript.ID) transcript.ID {
	own := id.Variant(n.Content)
	c.variants[variant{f.Key, n.ID}] = own
	if orig, ok := f.facts.Aliases[n.ID]; ok {
		c.variants[variant{f.Key, orig}] = own
	}
	if _, known := c.originals[own]; !known {
		c.originals[own] = n.ID
	}
	return own
}

// repeat gives a record the identity of an earlier one of its file.
func (c *copies) repeat(f *holder, later, earlier transcript.ID) {
	if own, ok := c.variants[variant{f.Key, earlier}]; ok {
		c.variants[variant{f.Key, later}] = own
	}
}

// identity returns the identity of a record of a file.
func (c *copies) identity(key string, id transcript.ID) transcript.ID {
	if own, ok := c.variants[variant{key, id}]; ok {
		return own
	}
	return c.minted.Of(id)
}

// Copies implements search.Catalog.
func (c *searchable) Copies(key string, id transcript.ID) []*search.FileInfo {
	info := c.files[key]
	if info == nil {
		return nil
	}
	if list := c.across().holders[id]; list != nil {
		return list
	}
	if in := c.chatCopies(info); in != nil {
		return in.holders[id]
	}
	return nil
}

// chatCopies returns the records that the sessions of a file's chat have in common, or nil
// if there is one session only, or the file is an agent's.
func (c *searchable) chatCopies(info *search.FileInfo) *copies {
	if chat, _ := c.known.Session(info.Session); info.Agent == "" && chat != nil && (len(chat.Sessions) > 1 || chat.Reminted()) {
		return c.copiesIn(chat)
	}
	return nil
}

// Identity implements search.Catalog.
func (c *searchable) Identity(key string, id transcript.ID) transcript.ID {
	info := c.files[key]
	if info == nil {
		return id
	}
	across := c.across()
	if own, ok := across.variants[variant{key, id}]; ok {
		return own
	}
	if in := c.chatCopies(info); in != nil {
		if own, ok := in.variants[variant{key, id}]; ok {
			return own
		}
		return in.minted.Of(across.minted.Of(id))
	}
	return across.minted.Of(id)
}

// Record implements search.Catalog. It agrees with Copies on who the first writer is.
func (c *searchable) Record(key string, id transcript.ID) transcript.ID {
	across := c.across()
	if info := c.files[key]; info != nil && across.holders[id] == nil {
		if in := c.chatCopies(info); in != nil {
			if record, ok := in.originals[id]; ok {
				return record
			}
		}
	}
	if record, ok := across.originals[id]; ok {
		return record
	}
	return id
}

// copiesIn returns the records that the sessions of a chat have in common. Parents precede
// their children, so the first holder of a record wrote it.
func (c *searchable) copiesIn(chat *chattree.Chat) *copies {
	c.mu.Lock()
	defer c.mu.Unlock()
	known := c.copies[chat]
	if known == nil {
		var files []holder
		for i, s := range chat.Sessions {
			n := len(files)
			if files = c.held(files, c.known.File(s.ID), uint32(i+1)); len(files) > n {
				files[n].repeats = s.Copies()
			}
		}
		known = copiesOf(files, chat.Identities())
		c.copies[chat] = known
	}
	return known
}

// acrossChats returns what files of several chats hold, or an agent's file beside
// another: copies of which no chat's own tree tells.
func (c *searchable) acrossChats() *copies {
	files, minted := c.suspects(), chattree.Identities{}
	for _, f := range files {
		maps.Copy(minted, f.facts.Aliases)
	}
	return copiesOf(files, minted)
}

// held adds a file to those that may have copies, where it is searched.
func (c *searchable) held(files []holder, f *catalog.File, group uint32) []holder {
	if f == nil || c.files[f.Abs()] == nil {
		return files
	}
	return append(files, holder{FileInfo: c.files[f.Abs()], facts: &f.Summary.Facts, group: group})
}

// suspects returns the files that may share records across chats, oldest first and sessions
// before agents: the sessions of chats that share records, agents with several files, and
// agents forked off a session, with that session.
func (c *searchable) suspects() []holder {
	places := map[string]int{}
	for _, list := range c.known.AgentsBySession() {
		for _, a := range list {
			places[a.ID]++
		}
	}
	var files, agents []holder
	group := uint32(0)
	next := func() uint32 { group++; return group }
	for _, chat := range slices.SortedFunc(slices.Values(c.known.Chats), begunFirst) {
		shares, own := chat.Shares, next()
		for _, s := range chat.Sessions {
			for _, a := range c.known.Agents(s.ID) {
				if a.Forked() || places[a.ID] > 1 {
					agents = c.held(agents, a, next())
					shares = shares || a.Forked()
				}
			}
		}
		if !shares {
			continue
		}
		for _, s := range chat.Sessions {
			files = c.held(files, c.known.File(s.ID), own)
		}
	}
	return append(files, agents...)
}

func begunFirst(a, b *chattree.Chat) int {
	return cmp.Or(cmp.Compare(a.StartMS, b.StartMS), cmp.Compare(a.ID, b.ID))
}
