package library_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"dendro/backend/chattree"
	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/internal/tests"
	"dendro/backend/jsonl"
	"dendro/backend/library"
	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// TestNothingIsLost holds random histories and the strangers' one to three rules: every
// record with a text is in a row of some branch, every hit opens, and every prompt,
// message and reply is found by its own words.
func TestNothingIsLost(t *testing.T) {
	tests.Seeds(t, 60, func(t *testing.T, seed uint64) {
		draw := testlib.NewDraw(seed)
		h, _ := history.Random(draw, 4+draw.IntN(12))
		root := testlib.Write(t, h)
		z := &keeper{T: t, l: testlib.Scanned(t, root), root: root, most: 10, hidden: map[string]int{}}
		z.check()
		z.opens()
	})
	root := testlib.Write(t, history.Strangers(testlib.Begin))
	z := &keeper{T: t, l: testlib.Scanned(t, root), root: root, most: 1000, hidden: map[string]int{}}
	z.check()
	z.opens()
	t.Logf("strangers: %d records, %d rows, %d searched, %d with the same texts; in no row: %v", z.records, z.rows, z.searched, z.agreed, z.hidden)
}

// TestNothingOfTheVectorsIsLost checks the same for the vectors, each as a session, and for
// the sessions with all rows of tools. One is left out: wrong-types, whose records all have
// the same text and time, so that they repeat one.
func TestNothingOfTheVectorsIsLost(t *testing.T) {
	files, err := filepath.Glob("../../testdata/transcripts/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal("no vectors", err)
	}
	roots := map[string]string{"cards": "../../testdata/cards"}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".jsonl")
		if name == "wrong-types" {
			continue
		}
		roots[name] = t.TempDir()
		testlib.Put(t, roots[name], "projects/-vectors/12121212-1212-4212-8212-121212121212.jsonl", data)
	}
	for name, root := range roots {
		t.Run(name, func(t *testing.T) {
			z := &keeper{T: t, l: testlib.Scanned(t, root), root: root, most: 1000, hidden: map[string]int{}}
			z.check()
			z.opens()
			t.Logf("%d records, %d rows, %d searched, %d with the same texts; in no row: %v", z.records, z.rows, z.searched, z.agreed, z.hidden)
		})
	}
}

// TestNothingRealIsLost is the same of the real sets, but that their hits are opened
// elsewhere.
func TestNothingRealIsLost(t *testing.T) {
	for set, root := range tests.RealRoots(t) {
		t.Run(set, func(t *testing.T) {
			t.Parallel()
			z := &keeper{T: t, l: testlib.Scanned(t, root), root: root, most: 10, hidden: map[string]int{}}
			z.check()
			t.Logf("%d records, %d rows, %d searched, %d with the same texts; in no row: %v", z.records, z.rows, z.searched, z.agreed, z.hidden)
		})
	}
}

// keeper looks for lost texts of a history.
type keeper struct {
	*testing.T
	l    *library.Library
	root string
	most int // rows of a session that are searched for

	records, rows, searched, opened, agreed int
	hidden                                  map[string]int // records with a text in no row, by what they are
}

func (z *keeper) check() {
	z.Helper()
	for _, c := range z.l.Chats() {
		identities := c.Identities()
		var all []thread.Row // of the chat: a copy of an abandoned branch is shown where it was written
		for _, s := range c.Sessions {
			rows := z.rowsOf(c, s)
			z.found(s, rows, identities)
			all = append(all, rows...)
		}
		z.rows += len(all)
		in, texts := holder(all, identities), textsOf(all, identities)
		for _, s := range c.Sessions {
			z.shown(s.File, in)
			z.same(s.File, texts, identities)
			for _, agent := range z.l.Catalog.Snapshot().Agents(s.ID) {
				if !agent.Internal() {
					z.shown(agent.Path, in)
					z.same(agent.Path, texts, identities)
				}
			}
		}
	}
}

// holder returns what tells whether a record is in one of the rows.
func holder(rows []thread.Row, identities chattree.Identities) func(*transcript.Record) bool {
	records, summaries := map[transcript.ID]bool{}, map[string]bool{}
	for i := range rows {
		r := &rows[i]
		records[identities.Of(testlib.ID(r.UUID))] = true
		if r.Tool != nil {
			records[identities.Of(testlib.ID(r.Tool.ResultUUID))] = true
		}
		if r.Kind == "compaction" { // it has the uuid of the boundary
			summaries[r.Text] = true
		}
	}
	return func(r *transcript.Record) bool {
		return records[identities.Of(r.UUID.ID)] ||
			transcript.Classify(r) == transcript.ClassCompactSummary && len(r.Blocks) > 0 && summaries[transcript.FlatText(r.Blocks[0].Text)]
	}
}

// rowsOf returns the rows of all branches of a session, those of agents too, each once.
func (z *keeper) rowsOf(c *chattree.Chat, s *chattree.Session) []thread.Row {
	z.Helper()
	tips := map[string]bool{"": true}
	for i := range c.Segments {
		if c.Segments[i].Session == s.ID {
			tips[c.Segments[i].Tip] = true
		}
	}
	var all []thread.Row
	seen := map[string]bool{}
	var add func(rows []thread.Row)
	add = func(rows []thread.Row) {
		for i := range rows {
			r := &rows[i]
			if key := fmt.Sprint(r.UUID, r.Block, r.Kind); r.UUID == "" || !seen[key] {
				seen[key] = true
				all = append(all, *r)
			}
			if r.Sidechain != nil {
				add(r.Sidechain.Rows)
			}
		}
	}
	for tip := range tips {
		th, err := z.l.Threads.Thread(z.Context(), s.ID, tip)
		if err != nil {
			z.Errorf("%s, %s: %v", s.ID, tip, err)
			continue
		}
		rows, err := th.All(z.Context())
		if err != nil {
			z.Errorf("%s, %s: %v", s.ID, tip, err)
		}
		add(rows)
	}
	return all
}

// shown checks that each record of a file with a text is in a row, or is of a kind that
// nobody reads.
func (z *keeper) shown(file string, in func(*transcript.Record) bool) {
	z.Helper()
	data, err := os.ReadFile(filepath.Join(z.root, filepath.FromSlash(file)))
	if err != nil {
		z.Fatal(err)
	}
	var dec transcript.Decoder
	lines := jsonl.NewLines(bytes.NewReader(data), 0, jsonl.NewBuffer(1<<20))
	for lines.Next() {
		r, err := dec.Decode(lines.Line().Text)
		if err != nil || !r.Kind.Chain() || r.UUID.ID.IsZero() || !says(r) {
			continue
		}
		z.records++
		if in(r) {
			continue
		}
		switch class := transcript.Classify(r); {
		case class == transcript.ClassInjected:
			z.hidden["injected"]++
		case class == transcript.ClassOutput && emptyOutput.MatchString(r.Blocks[0].Text.String()):
			z.hidden["empty output"]++
		default:
			z.Errorf("%s: record %s (%s, class %d) is in no row", file, r.UUID, r.Type, class)
		}
	}
}

// emptyOutput is the output of a command that printed nothing.
var emptyOutput = regexp.MustCompile(`^(\s*<[^<>]*>\s*)*$`)

// says reports whether a record has a text.
func says(r *transcript.Record) bool {
	for i := range r.Blocks {
		if b := &r.Blocks[i]; b.Kind == transcript.BlockText && strings.TrimSpace(b.Text.String()) != "" {
			return true
		}
	}
	return r.AttachmentKind() == transcript.AttachmentQueued
}

// found checks that prompts, messages and replies are found by their own words.
func (z *keeper) found(s *chattree.Session, rows []thread.Row, identities chattree.Identities) {
	z.Helper()
	searched := 0
	for i := range rows {
		r := &rows[len(rows)-1-i]
		phrase := phraseOf(r.Text)
		if r.Kind != "prompt" && r.Kind != "message" && r.Kind != "reply" || r.UUID == "" || phrase == "" {
			continue
		}
		if searched++; searched > z.most {
			break
		}
		id, ok := identities.Of(testlib.ID(r.UUID)), false
		for _, hit := range testlib.Hits(z.T, z.l, `"`+phrase+`"`).Hits {
			ok = ok || identities.Of(testlib.ID(hit.UUID)) == id
		}
		if !ok {
			z.Errorf("%s: %s %s is not found by %q", s.ID, r.Kind, r.UUID, phrase)
		}
	}
	z.searched += searched
}

// phraseOf returns a part of a text that a phrase can hold, its longest one.
func phraseOf(text string) (longest string) {
	for _, part := range strings.FieldsFunc(text, func(c rune) bool {
		return c == '"' || c == '\n' || c == '\r' || c == '\\' || c < ' ' || c == utf8.RuneError
	}) {
		if part = strings.TrimSpace(part); len(part) > len(longest) {
			longest = part
		}
	}
	if runes := []rune(longest); len(runes) > 60 {
		longest = strings.TrimSpace(string(runes[:60]))
	}
	if len(longest) < 3 {
		return ""
	}
	return longest
}

// opens checks that the window finds the row of each hit, and that the branch which its
// record alone names shows it.
func (z *keeper) opens() {
	z.Helper()
	for _, query := range []string{"o", "e", "a", "in:thinking,tools,results e"} {
		for _, hit := range testlib.Hits(z.T, z.l, query).Hits {
			if hit.UUID == "" {
				continue // a title
			}
			z.opened++
			if _, err := z.l.Threads.Locate(z.Context(), hit.Session, "", hit.UUID, hit.Block); err != nil {
				z.Errorf("%s %s: %v", hit.Kind, hit.Snippet, err)
			}
			t, err := z.l.Threads.Whole(z.Context(), hit.Session, hit.UUID)
			if err != nil {
				z.Errorf("%s %s: %v", hit.Kind, hit.Snippet, err)
			} else if t.Rows.Locate(testlib.ID(hit.UUID), hit.Block) == nil {
				z.Errorf("%s %s: its branch does not show %s", hit.Kind, hit.Snippet, hit.UUID)
			}
		}
	}
}
