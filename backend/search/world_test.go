package search_test

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dendro/backend/jsonl"
	"dendro/backend/search"
	"dendro/backend/search/query"
	"dendro/backend/transcript"
)

// world is a history on disk with its index and a catalog, like those of the library.
type world struct {
	dir    string
	x      *search.Index
	raw    int64 // bytes of the files
	mu     sync.RWMutex
	infos  map[string]*search.FileInfo
	copies map[transcript.ID][]*search.FileInfo
	titles *search.TitleTable
	list   []search.SessionTitle
}

// load indexes all session and agent files below dir.
func load(t testing.TB, dir string) *world {
	t.Helper()
	w := &world{
		dir: dir, x: search.NewIndex(nil), infos: map[string]*search.FileInfo{},
		copies: map[transcript.ID][]*search.FileInfo{},
	}
	b := search.NewBuilder()
	for _, path := range sessionFiles(t, dir) {
		f, _ := w.read(t, b, path)
		w.x.Put(f)
	}
	w.link()
	return w
}

// sessionFiles returns the session and agent files below dir, in order.
func sessionFiles(t testing.TB, dir string) []string {
	t.Helper()
	var paths []string
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && filepath.Ext(path) == ".jsonl" && filepath.Base(path) != "journal.jsonl" {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// read indexes one file and updates the catalog.
func (w *world) read(t testing.TB, b *search.Builder, path string) (*search.File, *transcript.Summary) {
	t.Helper()
	data, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer data.Close()
	stat, err := data.Stat()
	if err != nil {
		t.Fatal(err)
	}
	b.Begin(path)
	z := transcript.NewSummarizer()
	w.lines(b, z, data)
	w.note(path, stat, z.Summary())
	return b.End(stat.Size(), stat.ModTime()), z.Summary()
}

func (w *world) lines(b *search.Builder, z *transcript.Summarizer, r io.Reader) {
	var d transcript.Decoder
	lines := jsonl.NewLines(r, 0, nil)
	for lines.Next() {
		z.Line(&d, lines.Line(), b.Add)
	}
}

func (w *world) note(path string, stat fs.FileInfo, s *transcript.Summary) {
	w.mu.Lock()
	defer w.mu.Unlock()
	stem := strings.TrimSuffix(filepath.Base(path), ".jsonl")
	info := &search.FileInfo{
		Key: path, Session: stem, Chat: stem, Project: s.CWD, Model: s.Model, End: s.EndTime(), Touched: s.FilesTouched,
	}
	if id, ok := strings.CutPrefix(stem, "agent-"); ok {
		info.Agent, info.Session = id, agentOwner(path, s)
	}
	w.infos[path] = info
	w.raw += stat.Size()
	seen := map[transcript.ID]bool{}
	for i := range s.Nodes {
		id := cmp.Or(s.Aliases[s.Nodes[i].ID], s.Nodes[i].ID)
		if !seen[id] && info.Agent == "" {
			seen[id] = true
			w.copies[id] = append(w.copies[id], info)
		}
	}
	if len(s.Prompts) > 0 && info.Agent == "" {
		w.list = append(w.list, search.SessionTitle{Info: info, Title: s.Prompts[0].Text})
	}
}

func agentOwner(path string, s *transcript.Summary) string {
	dir := filepath.Dir(path)
	for filepath.Base(dir) != "projects" && len(dir) > 1 {
		if filepath.Base(dir) == "subagents" {
			return filepath.Base(filepath.Dir(dir))
		}
		dir = filepath.Dir(dir)
	}
	if len(s.SessionIDs) > 0 {
		return s.SessionIDs[0]
	}
	return ""
}

// link selects the original among several copies: the file that ended first.
func (w *world) link() {
	earlier := func(a, b *search.FileInfo) int {
		return cmp.Or(a.End.Compare(b.End), cmp.Compare(a.Key, b.Key))
	}
	for _, list := range w.copies {
		slices.SortFunc(list, earlier)
	}
	slices.SortFunc(w.list, func(a, b search.SessionTitle) int { return earlier(a.Info, b.Info) })
	w.titles = search.NewTitleTable([]search.ChatTitles{search.FoldTitles(w.list)})
}

func (w *world) File(key string) *search.FileInfo {
	w.mu.RLock()
	defer w.mu.RUnlock()
	return w.infos[key]
}

func (w *world) Identity(_ string, id transcript.ID) transcript.ID { return id }
func (w *world) Record(_ string, id transcript.ID) transcript.ID   { return id }

func (w *world) Copies(key string, id transcript.ID) []*search.FileInfo {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if w.infos[key].Agent != "" || len(w.copies[id]) < 2 {
		return nil
	}
	return w.copies[id]
}

func (w *world) Titles() *search.TitleTable { return w.titles }

func open(key string) (search.Source, error) { return os.Open(key) }

var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func parse(t testing.TB, src string) *query.Query {
	t.Helper()
	q, err := query.Parse(src, now)
	if err != nil {
		t.Fatalf("%s: %v", src, err)
	}
	return q
}

// all searches without a limit.
func (w *world) all(t testing.TB, src string) search.Result {
	t.Helper()
	return w.search(t, src, search.Options{Limit: -1, Count: true})
}

func (w *world) search(t testing.TB, src string, opt search.Options) search.Result {
	t.Helper()
	opt.Catalog, opt.Open = w, open
	r, err := w.x.Search(t.Context(), parse(t, src), opt)
	if err != nil {
		t.Fatalf("%s: %v", src, err)
	}
	return r
}

// short formats hits, one per line.
func short(hits []search.Hit) string {
	var b bytes.Buffer
	for _, h := range hits {
		fmt.Fprintf(&b, "%s %s %s %s %q %v %v\n", h.Session, h.UUID, h.Kind, h.Time, h.Snippet, h.Ranges, h.AlsoIn)
	}
	return b.String()
}
