package cache

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// Store is one history's place in the cache. It is safe for several processes;
// in one, for one goroutine at a time.
type Store struct {
	dir   string
	views [][]byte  // of the state that was read; what is in them is used where it lies
	saved *manifest // of the state that was saved last; nil: none was

	looked gauge
}

// dirName is the cache's own directory in that of the program.
const dirName = "history"

// Open returns the store of the roots as this build of the program reads them.
// dir is the program's cache directory. Nothing is written before Save.
func Open(dir string, roots []string) *Store {
	h := sha256.New()
	fmt.Fprintf(h, "%d %s", formatVersion, build())
	for _, r := range roots {
		fmt.Fprintf(h, "\x00%s", r)
	}
	return &Store{dir: filepath.Join(dir, dirName, hex.EncodeToString(h.Sum(nil)[:12]))}
}

// build names this build: its file's size and time. What reads the histories
// may be different in any other.
func build() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%d %d", info.Size(), info.ModTime().UnixNano())
}

// formatVersion is of everything in this package.
const formatVersion = 10

const manifestName = "manifest"

// manifest says which parts make a state.
type manifest struct {
	Files part  `json:"files"`
	Nodes part  `json:"nodes"`
	Chats *part `json:"chats,omitempty"`
	Index *part `json:"index,omitempty"`
}

type part struct {
	Name string `json:"name"`
	Size int64  `json:"size"`
	Sum  uint32 `json:"sum,omitempty"` // not of an index, which has its own
}

// State is what was kept.
type State struct {
	// Chats are what was made of the files, empty where that was not kept. They
	// may lie in a view of the cache's own file, which lasts as long as the
	// process: nobody may write to them.
	Chats []byte
	// Index is the search index, empty where none was kept. It is not checked:
	// search.Decode does.
	Index []byte
	// IndexFile is the search index where files in use can be replaced, else
	// nil. It is the caller's.
	IndexFile *os.File
	IndexSize int64

	files, nodes *os.File
	texts, data  []byte // of them, once they are checked
	checked      bool
	want         *manifest
	store        *Store
}

// Check looks whether what is kept of the files is what was written, so that
// Files has only to take it in. After an error, nothing of the state is of use.
func (s *State) Check() error {
	defer s.files.Close()
	defer s.nodes.Close()
	var group sync.WaitGroup
	var err, nodesErr error
	group.Go(func() { s.data, nodesErr = look(s.nodes, &s.want.Nodes) })
	s.texts, err = look(s.files, &s.want.Files)
	group.Wait()
	if err = errors.Join(err, nodesErr); err != nil {
		unview(s.texts)
		unview(s.data)
		return err
	}
	s.checked = true
	return nil
}

// Close lets go of a state whose Files are not asked for.
func (s *State) Close() {
	_, _ = s.files.Close(), s.nodes.Close()
	if s.IndexFile != nil {
		_ = s.IndexFile.Close()
	}
}

// Files returns what is known of the files, and has to be called, once. After
// an error, nothing of the state is of use. Texts and nodes may lie in views of
// the cache's own files: nobody may write to them.
func (s *State) Files() ([]File, error) {
	if !s.checked {
		if err := s.Check(); err != nil {
			return nil, err
		}
	}
	looked := &s.store.looked
	files, err := decodeList(s.texts, s.data, func(n int) {
		if looked.full(n * nodeSize) {
			unload(s.data)
		}
	})
	if err != nil {
		unview(s.texts)
		unview(s.data)
		return nil, err
	}
	s.store.views = append(s.store.views, s.texts, s.data)
	return files, nil
}

// Rest gives the memory back that looking at what was kept of all files has
// taken. It comes again when it is looked at.
func (s *Store) Rest() {
	for _, view := range s.views {
		unload(view)
	}
}

// Looked tells that so many nodes have been looked at, most of them where they
// lie in the state that was read. They do not all stay in memory. It is safe for
// concurrent use.
func (s *Store) Looked(nodes int) {
	if s.looked.full(nodes * nodeSize) {
		s.Rest()
	}
}

// Load returns what was saved last. It fails with fs.ErrNotExist where nothing
// was; after any other error, what was kept is of no use.
func (s *Store) Load() (*State, error) {
	var err error
	// The parts may have been replaced between reading what they are called
	// and opening them.
	for range 3 {
		var m *manifest
		if m, err = s.manifest(); err != nil {
			return nil, err
		}
		var state *State
		if state, err = s.load(m); err == nil {
			now := time.Now()
			_ = os.Chtimes(s.path(manifestName), now, now) // in use: see sweep
			return state, nil
		}
	}
	return nil, err
}

// Saved returns the state that this Store has saved last. It fails with
// fs.ErrNotExist where there is none, or where another process has put its own
// in the place of it.
func (s *Store) Saved() (*State, error) {
	m, err := s.manifest()
	if err != nil {
		return nil, err
	}
	if s.saved == nil || m.Files != s.saved.Files {
		return nil, fs.ErrNotExist
	}
	return s.load(m)
}

func (s *Store) load(m *manifest) (*State, error) {
	state := &State{want: m, store: s}
	var err error
	if state.files, err = s.open(&m.Files); err != nil {
		return nil, err
	}
	if state.nodes, err = s.open(&m.Nodes); err != nil {
		_ = state.files.Close()
		return nil, err
	}
	if m.Chats != nil {
		if state.Chats, err = s.lookAt(m.Chats); err != nil {
			_, _ = state.files.Close(), state.nodes.Close()
			return nil, err
		}
	}
	s.views = [][]byte{state.Chats}
	if m.Index != nil {
		state.index(s.path(m.Index.Name), m.Index.Size)
	}
	return state, nil
}

// index takes in the search index, where it is as large as it was.
func (s *State) index(path string, size int64) {
	if !replaceable {
		if data, err := os.ReadFile(path); err == nil && int64(len(data)) == size {
			s.Index, s.IndexSize = data, size
		}
		return
	}
	f, err := os.Open(path)
	if err != nil {
		return
	}
	if info, err := f.Stat(); err != nil || info.Size() != size {
		_ = f.Close()
		return
	}
	s.IndexFile, s.IndexSize = f, size
}

// HasIndex reports whether the state that was saved last holds an index.
func (s *Store) HasIndex() bool {
	m, err := s.manifest()
	return err == nil && m.Index != nil
}

func (s *Store) path(name string) string { return filepath.Join(s.dir, name) }

func (s *Store) manifest() (*manifest, error) {
	data, err := os.ReadFile(s.path(manifestName))
	if err != nil {
		return nil, err
	}
	head, body, _ := bytes.Cut(data, []byte("\n"))
	if string(head) != firstLine(body) {
		return nil, errDamaged
	}
	m := &manifest{}
	if err := json.Unmarshal(body, m); err != nil {
		return nil, errDamaged
	}
	for _, p := range m.parts() {
		if filepath.Base(p.Name) != p.Name || !strings.HasPrefix(p.Name, partPrefix) {
			return nil, errDamaged
		}
	}
	return m, nil
}

func (m *manifest) parts() []part {
	parts := []part{m.Files, m.Nodes}
	for _, p := range [...]*part{m.Chats, m.Index} {
		if p != nil {
			parts = append(parts, *p)
		}
	}
	return parts
}

func firstLine(body []byte) string {
	return fmt.Sprintf("dendro cache %d %08x", formatVersion, sum(body))
}

// Content is what Save keeps.
type Content struct {
	Files []File
	// Nodes, where it is set, is where the nodes of most files lie. It becomes a
	// part of the state where it can.
	Nodes *NodeFile
	// Shelf, where it is set, is where most texts lie. It lets them go again while
	// they are written.
	Shelf *NodeShelf
	// Chats writes what was made of the files; where it writes nothing, or is
	// nil, none is kept. It may come last: all else is written meanwhile.
	Chats func(io.Writer) error
	// Index writes the search index; nil: none is kept. It may be called while
	// Chats is.
	Index func(io.Writer) error
	// Rows, where it is set, becomes the index, and Index is not called unless
	// that fails.
	Rows *Draft
}

// Save replaces what was kept. Files that another process reads at the time
// stay as they are.
//
// wanted is asked, with the size of the index that was written, whether Save is
// to return a view of it, as in State; it may be nil. A view lasts as long as
// the process, and the file behind it with it, also when it has been replaced:
// who asks for one at every Save fills the disk.
func (s *Store) Save(c Content, wanted func(size int64) bool) (written []byte, err error) {
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return nil, err
	}
	m := &manifest{}
	defer func() {
		if err != nil {
			s.remove(m)
		}
	}()
	if err := s.parts(m, c); err != nil {
		return nil, err
	}
	body, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	old, _ := s.manifest() // maybe another process' by now
	if err := s.replace(manifestName, append([]byte(firstLine(body)+"\n"), body...)); err != nil {
		return nil, err
	}
	s.saved = m
	if m.Index != nil && wanted != nil && wanted(m.Index.Size) { // before another process replaces it
		written, _ = view(s.path(m.Index.Name))
	}
	if old != nil {
		s.remove(old)
	}
	s.sweep(m)
	return written, nil
}

// parts writes the parts of a state side by side: most of the time goes by
// until they are on the disk.
func (s *Store) parts(m *manifest, c Content) error {
	var group sync.WaitGroup
	var files, nodes, chats, index error
	places := s.nodes(m, c, func(write func() error) { group.Go(func() { nodes = write() }) })
	group.Go(func() {
		files = s.write(&m.Files, func(w io.Writer) error { return encodeList(w, c.Files, places, c.Shelf) })
	})
	if c.Chats != nil {
		m.Chats = &part{}
		group.Go(func() { chats = s.write(m.Chats, c.Chats) })
	}
	if c.Index != nil {
		m.Index = &part{}
		group.Go(func() {
			if c.Rows != nil && s.adopt(m.Index, c.Rows) == nil {
				index = c.Rows.finish(m.Index)
			} else {
				index = s.write(m.Index, c.Index)
			}
		})
	}
	group.Wait()
	if m.Index != nil {
		m.Index.Sum = 0
	}
	if m.Chats != nil && chats == nil && m.Chats.Size == 0 {
		_ = os.Remove(s.path(m.Chats.Name))
		m.Chats = nil
	}
	return errors.Join(files, nodes, chats, index)
}

// nodes lets do write the nodes, and returns their places where they do not lie
// one behind the other.
func (s *Store) nodes(m *manifest, c Content, do func(write func() error)) (places []uint32) {
	if c.Nodes != nil {
		draft, places := c.Nodes.draft(c.Files)
		if draft != nil && s.adopt(&m.Nodes, draft) == nil {
			do(func() error {
				defer c.Nodes.close() // the views stay
				return draft.finish(&m.Nodes)
			})
			return places
		}
		c.Nodes.close()
	}
	do(func() error {
		return s.write(&m.Nodes, func(w io.Writer) error { return encodeNodes(w, c.Files) })
	})
	return nil
}

func (s *Store) remove(m *manifest) {
	for _, p := range m.parts() {
		if p.Name != "" {
			_ = os.Remove(s.path(p.Name)) // else sweep does, later
		}
	}
}

// Clear removes everything that is kept of all histories below a program's
// cache directory. What is in use stays readable to those who use it.
func Clear(dir string) error {
	err := os.RemoveAll(filepath.Join(dir, dirName))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}
