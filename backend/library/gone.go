package library

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"dendro/backend/catalog"
	"dendro/backend/internal/disk"
	"dendro/backend/session"
	"dendro/backend/transcript"
)

// GonePrompt is a prompt of a session that no file holds any more.
type GonePrompt struct {
	Session string          `json:"session"` // "" if its client did not note one
	Project string          `json:"project"`
	Time    transcript.Time `json:"time"`
	Text    string          `json:"text"`
	Pasted  []string        `json:"pasted"` // the contents of its placeholders, as far as they are known
}

// historyFile is where Claude Code notes prompts, in a root.
const historyFile = "history.jsonl"

// maxHistory bounds how much of a history.jsonl is read.
const maxHistory = 128 << 20

// goneFinder finds prompts of sessions that are gone.
type goneFinder struct {
	read  latest[string, typedHistory]
	found latest[string, []GonePrompt]
}

// typedHistory is what the history.jsonl of all roots say.
type typedHistory struct {
	prompts []typedPrompt
	failed  error
}

// typedPrompt is a prompt with the root whose history.jsonl has it.
type typedPrompt struct {
	transcript.TypedPrompt
	root string
}

// GonePrompts returns the prompts, newest first, that have all words of a query, at most limit
// of them, and their total number. An error names the roots whose prompts could not be read;
// those of the others are returned.
func (l *Library) GonePrompts(ctx context.Context, query string, limit int) (list []GonePrompt, total int, err error) {
	s := l.Catalog.Snapshot()
	all, key, err := l.typed(ctx, s)
	gone := l.gone.found.get(fmt.Sprint(s.Version, key), func() []GonePrompt { return l.goneOf(context.WithoutCancel(ctx), s, all) })
	words := strings.Fields(strings.ToLower(query))
	list = []GonePrompt{}
	for _, p := range gone {
		text := strings.ToLower(p.Text + "\n" + p.Project + "\n" + strings.Join(p.Pasted, "\n"))
		if slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, word) }) {
			continue
		}
		if total++; len(list) < limit {
			list = append(list, p)
		}
	}
	return list, total, err
}

// typed returns the prompts of all roots, and a key of the files' state. The files are read when
// their size or time has changed.
func (l *Library) typed(ctx context.Context, s *catalog.Snapshot) (all []typedPrompt, key string, failed error) {
	var paths []string
	for _, root := range s.RootPaths() {
		path := filepath.Join(root, historyFile)
		info, err := disk.WithTimeout(ctx, l.opt.Disk, root, func() (fs.FileInfo, error) { return os.Stat(path) })
		switch {
		case err == nil:
			paths = append(paths, path)
			key += fmt.Sprint(" ", path, " ", info.Size(), " ", info.ModTime().UnixNano())
		case !errors.Is(err, fs.ErrNotExist):
			failed = errors.Join(failed, session.CannotRead(err))
		}
	}
	read := func(path string) ([]byte, error) {
		return disk.WithTimeout(ctx, l.opt.Disk, filepath.Dir(path), func() ([]byte, error) { return disk.ReadFile(path, maxHistory) })
	}
	h := l.gone.read.get(key, func() (h typedHistory) {
		for _, path := range paths {
			text, err := read(path)
			if err != nil {
				h.failed = errors.Join(h.failed, session.CannotRead(err))
			}
			for line := range bytes.Lines(text) {
				if p, ok := transcript.ParseTyped(line); ok {
					h.prompts = append(h.prompts, typedPrompt{p, filepath.Dir(path)})
				}
			}
		}
		return h
	})
	if h.failed != nil {
		l.gone.read.forget() // it may be readable the next time, and is an error until then
		failed = errors.Join(failed, h.failed)
	}
	return h.prompts, key, failed
}

// besideSession is how far the first prompt of a session may be from its first record.
const besideSession = int64(time.Minute / time.Millisecond)

// goneOf returns the prompts of sessions that are in no file. A prompt whose session is not
// noted is gone if no session of its project was open at its time.
func (l *Library) goneOf(ctx context.Context, s *catalog.Snapshot, all []typedPrompt) []GonePrompt {
	known := map[string]bool{}
	type span struct{ start, end int64 }
	open := map[string][]span{}
	for _, chat := range s.Chats {
		for _, session := range chat.Sessions {
			known[session.ID] = true
			for _, id := range session.SessionIDs { // of the sessions whose records it has copied
				known[id] = true
			}
			if f := s.File(session.ID); f != nil {
				key := transcript.ProjectKey(chat.Project)
				open[key] = append(open[key], span{f.Summary.StartMS - besideSession, f.Summary.EndMS + besideSession})
			}
		}
	}
	gone := []GonePrompt{}
	for _, p := range all {
		there := known[p.Session]
		if p.Session == "" {
			there = slices.ContainsFunc(open[transcript.ProjectKey(p.Project)], func(at span) bool { return at.start <= p.TimeMS && p.TimeMS <= at.end })
		}
		if there || s.File(p.Session) != nil {
			continue
		}
		gone = append(gone, GonePrompt{
			Session: p.Session, Project: p.Project, Time: transcript.Time(transcript.Stamp(p.TimeMS)), Text: p.Text, Pasted: l.pasted(ctx, &p),
		})
	}
	slices.SortStableFunc(gone, func(a, b GonePrompt) int { return cmp.Compare(b.Time, a.Time) })
	return gone
}

// isPicture reports whether a paste is the base64 of a PNG, JPEG, GIF or WebP picture, which
// nobody reads.
func isPicture(paste string) bool {
	const least = 64
	if len(paste) < least || strings.ContainsAny(paste[:least], " \n") {
		return false
	}
	for _, begin := range [...]string{"data:image/", "iVBORw0KGgo", "/9j/", "R0lGOD", "UklGR"} {
		if strings.HasPrefix(paste, begin) {
			return true
		}
	}
	return false
}

// pasteName matches the hashes that name files of pasted texts.
var pasteName = regexp.MustCompile(`^[0-9a-f]{8,64}$`)

// maxPaste bounds a pasted text.
const maxPaste = 1 << 20

// pasted returns the texts that were pasted into a prompt, as far as they are still there:
// Claude Code deletes their files (paste-cache/) as it does sessions.
func (l *Library) pasted(ctx context.Context, p *typedPrompt) []string {
	texts := []string{}
	for _, paste := range p.Pasted {
		if paste.Text == "" && pasteName.MatchString(paste.Hash) {
			path := filepath.Join(p.root, "paste-cache", paste.Hash+".txt")
			text, err := disk.WithTimeout(ctx, l.opt.Disk, p.root, func() ([]byte, error) { return disk.ReadFile(path, maxPaste) })
			if err == nil {
				paste.Text = strings.ToValidUTF8(string(text), "\uFFFD")
			}
		}
		if paste.Text != "" && !isPicture(paste.Text) {
			texts = append(texts, paste.Text)
		}
	}
	return texts
}
