package catalog

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unique"

	"golang.org/x/sync/errgroup"

	"dendro/backend/chattree"
	"dendro/backend/scan"
	"dendro/backend/search"
	"dendro/backend/store"
)

// start loads the cache of an earlier process, once. The list of chats comes first; listed
// is called when it is available, or when there is none. Callers that need more than the
// list block until the files are loaded. The caller has to check for later changes to the
// files.
func (w *writer) start(listed func()) {
	if w.keep.store == nil || w.started {
		listed()
		return
	}
	w.started = true
	if w.opt.Window { // a command beside it reads, and writes nothing
		if err := w.keep.store.Begin(); err != nil {
			w.keep.failed(err)
		}
	}
	opening := make(chan struct{})
	defer close(opening)
	w.draft.opening = opening
	w.show()
	err := w.keep.problem
	if err == nil {
		err = w.loadSaved(listed)
	} else {
		listed()
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		w.opt.Logger.Info("the cache cannot be used completely, the rest is read again", "error", err)
	}
	w.draft.opening = nil
	w.publish(true)
}

// loadSaved loads the contents of the manifest. Damaged parts are left out.
func (w *writer) loadSaved(listed func()) error {
	chats := w.publishChats()
	if chats != nil && w.opt.AfterList != nil {
		w.opt.AfterList()
	}
	listed()
	var text sync.WaitGroup
	text.Go(w.loadText)
	files, err := loadFiles(w.keep.opened.Files)
	w.keep.opened.Files, w.unsaved.committed = nil, true
	text.Wait()
	for _, f := range files {
		w.enter(nil, f)
		w.pending.put(nil, f, false)
	}
	if w.draft.Text != nil {
		checkText(w.draft.Text, w.files)
	}
	if chats == nil {
		return err
	}
	roles := chattree.Roles(w.pending.change.Files)
	if err != nil || !chattree.Adopt(chats, w.pending.change.Files, roles) {
		w.listChats(nil, nil, true)
		return errors.Join(err, errors.New("the cached chats were made from other files"))
	}
	w.forest, w.owners, w.savedRoles = nil, chattree.Owners(chats, w.pending.change.Agents), roles
	w.apply(chats, nil, true)
	return nil
}

// publishChats publishes the cached chats as changed. It returns nil if there are none.
func (w *writer) publishChats() []*chattree.Chat {
	chats, err := loadChats(w.keep.opened.Chats)
	if err != nil {
		w.opt.Logger.Info("the cached chats cannot be used and are rebuilt", "error", err)
	}
	if chats == nil || err != nil {
		return nil
	}
	w.listChats(chats, nil, true)
	w.show()
	told := Change{Scan: true}
	for _, chat := range chats {
		told.Chats = append(told.Chats, chat.ID)
		for _, s := range chat.Sessions {
			told.Sessions = append(told.Sessions, s.ID)
		}
	}
	w.c.publish(told)
	go w.c.deliver() // the rest of the start takes longer
	return chats
}

// loadChats decodes the chats on all processors: a start waits for them.
func loadChats(parts []*store.Part) ([]*chattree.Chat, error) {
	lists := make([][]*chattree.Chat, len(parts))
	err := eachPart(parts, func(i int) error {
		data, err := parts[i].Bytes()
		if err == nil {
			lists[i], err = chattree.Decode(data)
		}
		return err
	})
	return slices.Concat(lists...), err
}

// loadFiles loads the cached files. Damaged ones are left out, and read again.
func loadFiles(parts []*store.Part) ([]*File, error) {
	files := make([]*File, len(parts))
	err := eachPart(parts, func(i int) error {
		f, err := store.ReadFile(parts[i])
		if err == nil {
			files[i] = loadFile(&f)
			files[i].part.Store(parts[i])
		}
		return err
	})
	return slices.DeleteFunc(files, func(f *File) bool { return f == nil }), err
}

// eachPart calls read with the number of every part, on all processors. It returns
// the error of one, after the others were read.
func eachPart(parts []*store.Part, read func(i int) error) error {
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range parts {
		group.Go(func() error { return read(i) })
	}
	return group.Wait()
}

// loadFile returns a file from its cached state. Its path is copied, since all files are
// sorted and looked up by it while mapped store pages are dropped repeatedly.
func loadFile(f *store.File) *File {
	return &File{
		File: scan.File{
			Root: unique.Make(f.Root).Value(), Path: strings.Clone(f.Path), ID: strings.Clone(f.ID), Agent: f.Agent, Owner: f.Owner, Run: f.Run, Size: f.Size, ModTime: f.ModTime,
			Identity: scan.Identity{Inode: f.Inode, Changed: f.Changed}, Meta: f.Meta, Origins: f.Origins, Outputs: f.Outputs,
		},
		Summary: f.Summary, print: f.Print, Unique: f.Unique, Beginning: &Beginning{},
	}
}

// loadText loads the search index.
func (w *writer) loadText() {
	m := &w.keep.opened
	if w.draft.Text == nil || m.Index == nil {
		return
	}
	data, err := m.Index.Bytes()
	var x *search.Index
	if err == nil {
		x, err = search.Decode(data, readers(m.Rows), readers(m.Words), w.keep.rows())
	}
	if err != nil {
		w.opt.Logger.Info("the cached search index cannot be used and is rebuilt", "error", err)
		return
	}
	w.draft.Text = x
}

func readers(parts []*store.Part) []io.ReaderAt {
	list := make([]io.ReaderAt, len(parts))
	for i, p := range parts {
		list[i] = p
	}
	return list
}

// checkText finds the files whose signatures are lost, or of another time.
func checkText(text *search.Index, files map[string]*File) {
	for path, f := range files {
		f.unindexed = !f.Internal() && !text.Holds(path, f.Size, f.ModTime, f.print)
	}
	for _, key := range text.Keys() {
		if files[key] == nil {
			text.Remove(key)
		}
	}
}

// Link links the cached files before the first change has to wait for it: a window calls it
// some time after its start.
func (c *Catalog) Link(ctx context.Context) {
	_ = c.change(func(w *writer) error {
		if w.forest == nil && ctx.Err() == nil {
			defer w.keep.releasing()()
			w.link()
			w.listChats(w.forest.Chats(), nil, true)
			w.show()
		}
		return nil
	})
}

// link builds the forest of the displayed chats if they came from the cache.
func (w *writer) link() {
	if w.forest != nil {
		return
	}
	var files []chattree.File
	var agents []chattree.AgentFile
	for _, f := range w.draft.Files {
		if f.Agent {
			agents = append(agents, f.agent())
		} else {
			files = append(files, f.session())
		}
	}
	w.forest, w.owners, w.savedRoles = chattree.Build(files, agents), nil, nil
}

// owner returns the session of an agent.
func (w *writer) owner(agent *File) string {
	if w.forest != nil {
		return w.forest.Owner(agent.at())
	}
	if owner, ok := w.owners[agent.at()]; ok {
		return owner
	}
	return agent.Owner
}

// roles returns the roles of the files of sessions that have several.
func (w *writer) roles() map[chattree.FileKey]chattree.Role {
	if w.forest != nil {
		return w.forest.Roles()
	}
	return w.savedRoles
}
