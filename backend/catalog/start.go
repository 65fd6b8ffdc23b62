package catalog

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unique"

	"golang.org/x/sync/errgroup"

	"dendro/backend/scan"
	"dendro/backend/search"
	"dendro/backend/store"
)

// start loads the cache of an earlier process, once: its list of chats is shown while the
// files are loaded and linked. listed is called when the list is shown, or when there is
// none. The caller has to check for later changes to the files.
func (w *writer) start(listed func()) {
	if w.keep.store == nil || w.started {
		listed()
		return
	}
	w.started = true
	defer close(w.c.linked)
	if w.opt.Window { // a command beside it reads, and writes nothing
		if err := w.keep.store.Begin(); err != nil {
			w.keep.failed(err)
		}
	}
	err := w.keep.problem
	if err == nil {
		err = w.showSaved()
		listed()
		err = errors.Join(err, w.loadSaved())
	} else {
		listed()
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		w.opt.Logger.Info("the cache cannot be used completely, the rest is read again", "error", err)
	}
	w.draft.saved, w.draft.Totals = nil, Totals{}
	w.publish(true)
}

// showSaved publishes the cached list of chats, all of them as changed.
func (w *writer) showSaved() error {
	if w.keep.opened.List == nil {
		return nil
	}
	data, err := w.keep.opened.List.Bytes()
	var l list
	if err == nil {
		l, err = decodeList(data)
	}
	if err != nil || len(l.rows) == 0 {
		return err
	}
	w.draft.saved, w.draft.Totals = l.rows, l.totals
	s := w.draft
	w.c.now.Store(&s)
	change := Change{Scan: true}
	for i := range l.rows {
		change.Chats = append(change.Chats, l.rows[i].ID)
		for _, s := range l.rows[i].Sessions {
			change.Sessions = append(change.Sessions, s.ID)
		}
	}
	w.c.publish(change)
	go w.c.deliver() // the rest of the start takes longer
	return nil
}

// loadSaved loads the files and the search index of the manifest. Damaged parts are left out.
func (w *writer) loadSaved() error {
	var beside sync.WaitGroup
	beside.Go(w.loadText)
	var chats savedChats
	beside.Go(func() { chats = w.loadChats() })
	files, err := loadFiles(w.keep.opened.Files)
	w.keep.opened.Files, w.unsaved.committed = nil, true
	beside.Wait()
	for _, f := range files {
		if f != nil {
			f.Kept = slices.Contains(w.draft.Roots, scan.Root{Path: f.Root, Kept: true})
		}
	}
	w.pending.linked = chats.linked(files)
	for _, f := range files {
		if f != nil {
			w.enter(nil, f)
			w.pending.put(nil, f, false)
		}
	}
	if w.draft.Text != nil {
		checkText(w.draft.Text, w.files)
	}
	return err
}

// loadFiles loads the cached files. Damaged ones are nil, and read again.
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
	return files, err
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

// loadFile returns a file from its cached state. Its names are copied, since all files are
// sorted and looked up by them: a mapped page of the store is not read for that.
func loadFile(f *store.File) *File {
	loaded := &File{File: f.File, Summary: f.Summary, print: f.Print, Unique: f.Unique, encoded: f.Thread}
	loaded.Root, loaded.Path, loaded.ID = unique.Make(f.Root).Value(), strings.Clone(f.Path), strings.Clone(f.ID)
	return loaded
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

// loadChats loads what an earlier process linked, if anything.
func (w *writer) loadChats() savedChats {
	part := w.keep.opened.Chats
	if part == nil {
		return savedChats{}
	}
	data, err := part.Bytes()
	var s savedChats
	if err == nil {
		s, err = decodeLinked(bytes.Clone(data))
	}
	if err != nil {
		w.opt.Logger.Info("the cached chats cannot be used and are linked again", "error", err)
		return savedChats{}
	}
	return s
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
		f.unindexed = !f.Internal() && !text.Holds(path, f.Size, f.ModTime, f.indexed())
	}
	for _, key := range text.Keys() {
		if files[key] == nil {
			text.Remove(key)
		}
	}
}
