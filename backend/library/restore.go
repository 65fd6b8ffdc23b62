package library

import (
	"errors"
	"io/fs"
	"runtime/debug"
	"sync"
	"time"

	"dendro/backend/cache"
	"dendro/backend/chattree"
	"dendro/backend/scan"
	"dendro/backend/search"
)

// restore takes in what an earlier process has kept, once. The list of chats
// comes first; listed is called when it is there, or when there is none. Who
// asks for more than the list waits for what it was made from. What has become
// of the files since has to be looked for behind it. l.scanning is held.
func (l *Library) restore(listed func()) {
	k := &l.kept
	if k.store == nil || k.restored {
		listed()
		return
	}
	k.restored = true
	state, err := k.store.Load()
	if err == nil {
		err = l.restoreState(state, listed)
	} else {
		listed()
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		l.opt.Logger.Info("the cache is of no use, everything is read anew", "error", err)
	}
	l.publish(true)
}

func (l *Library) restoreState(state *cache.State, listed func()) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	forest := l.restoreList(state.Chats)
	l.announce(forest)
	if forest != nil && l.opt.AfterList != nil {
		l.opt.AfterList()
	}
	listed()
	return l.restoreFiles(state, forest)
}

// restoreFiles takes in what the chats were made from. forest is nil where there
// are none. l.mu is held.
func (l *Library) restoreFiles(state *cache.State, forest *chattree.Forest) error {
	var text sync.WaitGroup
	if l.text != nil {
		text.Go(func() { l.kept.mapped = l.restoreText(state) })
	}
	files, err := state.Files()
	text.Wait()
	if err != nil {
		l.unlist()
		if l.text != nil {
			l.text.Replace(search.NewIndex())
		}
		return err
	}
	l.kept.base = true
	if len(l.entries) == 0 {
		l.entries = make(map[string]*entry, len(files))
	}
	for i := range files {
		e := restored(&files[i])
		path := e.file.Abs()
		e.unindexed = l.text != nil && !e.internal() && !l.text.Has(path)
		l.enter(path, e)
		l.pending.add(e)
	}
	if l.text != nil {
		for _, key := range l.text.Keys() {
			if l.entries[key] == nil {
				l.text.Remove(key)
			}
		}
	}
	if forest == nil {
		return nil
	}
	if !forest.Resume(l.pending.change.Files, l.pending.change.Agents) {
		l.unlist()
		return errors.New("the kept chats were made from other files")
	}
	l.forest, l.chats = forest, forest.Chats()
	l.pending = pending{}
	l.index()
	l.made++
	return nil
}

// prepareAfter is how long after a start its forest is linked: when the window
// stands, and before anybody has written much.
const prepareAfter = 2 * time.Second

// prepare links what was kept before the first change has to wait for it. Who
// lists and opens meanwhile does not.
func (l *Library) prepare() {
	l.scanning.Lock()
	defer l.scanning.Unlock()
	l.mu.RLock()
	forest := l.forest
	l.mu.RUnlock()
	if forest.Linked() || !l.hub.listening() { // the window has gone
		return
	}
	l.link()
	debug.FreeOSMemory()
	if l.kept.store != nil {
		l.kept.store.Rest()
	}
}

// link links what was kept. l.scanning is held.
func (l *Library) link() {
	forest, changed := l.forest.Link()
	l.mu.Lock()
	l.forest, l.chats = forest, forest.Chats()
	if len(changed) > 0 { // cannot be
		l.made++
		l.show(l.chats)
	}
	l.mu.Unlock()
	if len(changed) > 0 {
		l.opt.Logger.Error("internal error: kept chats were not those of their files", "chats", len(changed))
		l.hub.publish(Change{Chats: changed})
	}
}

// restoreList shows the chats that were kept. It returns nil where there are
// none. l.mu is held: nothing but the list can be asked for yet.
func (l *Library) restoreList(data []byte) *chattree.Forest {
	if len(data) == 0 {
		return nil
	}
	forest, err := chattree.Restore(data)
	if err != nil {
		l.opt.Logger.Info("the kept chats are of no use, they are made anew", "error", err)
		return nil
	}
	forest.Tell(l.looked)
	l.show(forest.Chats())
	return forest
}

// announce tells of all chats, where there are any.
func (l *Library) announce(forest *chattree.Forest) {
	if forest == nil {
		return
	}
	c := Change{Scan: true}
	for _, chat := range forest.Chats() {
		c.Chats = append(c.Chats, chat.ID)
		for _, s := range chat.Sessions {
			c.Sessions = append(c.Sessions, s.ID)
		}
	}
	l.hub.publish(c)
}

// unlist takes back what restoreList has shown.
func (l *Library) unlist() { l.show(l.chats) }

// restoreText takes in the kept index, and returns how large it is.
func (l *Library) restoreText(state *cache.State) int64 {
	var x *search.Index
	var err error
	switch {
	case state.IndexFile != nil:
		x, err = search.DecodeFile(state.IndexFile, state.IndexSize)
	case state.IndexSize > 0:
		x, err = search.Decode(state.Index)
	default:
		return 0
	}
	if err != nil {
		l.opt.Logger.Info("the kept search index is of no use, it is made anew", "error", err)
		if state.IndexFile != nil {
			_ = state.IndexFile.Close()
		}
		return 0
	}
	l.text.Replace(x)
	return state.IndexSize
}

func restored(f *cache.File) *entry {
	return &entry{
		file: scan.File{
			Root: f.Root, Path: f.Path, ID: f.ID, Agent: f.Agent, Owner: f.Owner, Run: f.Run, Size: f.Size, ModTime: f.ModTime,
			Place: scan.Place{Inode: f.Inode, Changed: f.Changed}, Meta: f.Meta,
		},
		summary: f.Summary, print: f.Print, unique: f.Unique, begun: &beginning{},
	}
}
