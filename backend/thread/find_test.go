package thread

import (
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"dendro/backend/jsonl"
	"dendro/backend/transcript"
)

// plainSeeker finds a literal text, ignoring ASCII case.
type plainSeeker struct {
	text  string
	every bool // decode every line
	lines *int
}

func (s plainSeeker) Count(text string) int {
	return strings.Count(strings.ToLower(text), s.text)
}

func (s plainSeeker) MayHold(line []byte) bool {
	if s.lines != nil {
		*s.lines++
	}
	return s.every || strings.Contains(strings.ToLower(string(line)), s.text)
}

// findAll calls Find until it is done.
func findAll(t testing.TB, th *Thread, load Load, s Seeker, o FindOptions) (all []Match, calls int) {
	t.Helper()
	for from := 0; from >= 0; calls++ {
		found, next, err := th.Find(context.Background(), from, load, s, o)
		if err != nil {
			t.Fatal(err)
		}
		if next >= 0 && next <= from {
			t.Fatalf("row %d: go on from %d", from, next)
		}
		all, from = append(all, found...), next
	}
	return all, calls
}

var whole = FindOptions{Bytes: 1 << 40, Matches: 1 << 40}

// Find finds exactly the texts of the rows, including nested agents.
func TestFindMatchesTheRows(t *testing.T) {
	s := openStore(t, os.DirFS("../demo/root"))
	seen := 0
	for _, main := range s.mains {
		ss := s.session(main, Options{})
		th := ss.Thread(activeLeaf(s.files[main]))
		rows, err := th.Page(context.Background(), 0, -1, s.load, PageOptions{Nested: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range []string{"the", "limit", "go test", "error"} {
			seeker := plainSeeker{text: word}
			want := map[string]int{}
			count(rows, "", seeker, want)
			got := map[string]int{}
			matches, _ := findAll(t, th, s.load, seeker, whole)
			for _, m := range matches {
				got[fmt.Sprint(m.Rows)] += m.Count
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %q: got %v, want %v", main, word, got, want)
			}
			seen += len(got)

			// The result is the same in parts and with every line decoded.
			parts, calls := findAll(t, th, s.load, plainSeeker{text: word, every: true}, FindOptions{Bytes: 1, Matches: 1})
			if !reflect.DeepEqual(parts, matches) {
				t.Errorf("%s: %q: other matches in %d parts", main, word, calls)
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d fields matched", seen)
	}
}

// Find finds composed texts that no line holds literally, such as the label of a document.
func TestFindInDocuments(t *testing.T) {
	var sc script
	sc.user("1", "", []obj{{"type": "document", "title": "tides.txt", "source": obj{"type": "text", "data": "noon"}}})
	data := []byte(sc.b.String())
	load := func(_ context.Context, _ string, at Span) ([]byte, error) {
		return data[at.Offset : at.Offset+at.Length], nil
	}
	th := NewSession(indexOf("f", data), nil, Options{}).Thread(activeLeaf(data))
	for _, text := range []string{"[document] tides", "noon"} {
		if found, _ := findAll(t, th, load, plainSeeker{text: text}, whole); len(found) != 1 {
			t.Errorf("%q: %v", text, found)
		}
	}
}

// count is a separate implementation of Find on complete rows.
func count(rows []Row, path string, s plainSeeker, want map[string]int) {
	for i := range rows {
		r := &rows[i]
		at := strings.TrimSpace(path + " " + fmt.Sprint(i))
		n := 0
		if r.Tool == nil {
			n = s.Count(r.Text)
		} else {
			n = s.Count(r.Tool.Name)
			each := func(jsonl.Value) {}
			each = func(v jsonl.Value) {
				if v.IsString() {
					n += s.Count(v.String())
				}
				v.Elements(each)
				v.Members(func(_ []byte, v jsonl.Value) { each(v) })
			}
			if r.Sidechain == nil {
				each(jsonl.Value(r.Tool.Input))
				n += s.Count(r.Tool.Result)
			} else {
				for _, key := range []string{"description", "subagent_type", "name", "skill"} {
					n += s.Count(jsonl.Value(r.Tool.Input).Get(key).String())
				}
			}
			if len(r.Tool.Detail) > 0 && r.Sidechain == nil {
				transcript.PatchLines(jsonl.Value(r.Tool.Detail), func(l jsonl.Value) {
					if line := l.String(); strings.HasPrefix(line, " ") {
						n += s.Count(line[1:])
					}
				})
			}
		}
		if n > 0 {
			want["["+at+"]"] = n
		}
		if r.Sidechain != nil {
			count(r.Sidechain.Rows, at, s, want)
		}
	}
}

func TestFindIsCancelled(t *testing.T) {
	data := long(20)
	s := NewSession(indexOf("f", data), nil, Options{})
	ctx, cancel := context.WithCancel(context.Background())
	reads := 0
	load := func(_ context.Context, _ string, at Span) ([]byte, error) {
		if reads++; reads == 10 {
			cancel()
		}
		return data[at.Offset : at.Offset+at.Length], nil
	}
	_, _, err := s.Thread(transcript.ID{}).Find(ctx, 0, load, plainSeeker{text: "answer"}, whole)
	if !errors.Is(err, context.Canceled) || reads > 12 {
		t.Errorf("after %d reads: %v", reads, err)
	}
}

func BenchmarkFind(b *testing.B) {
	data := long(20000)
	s := NewSession(indexOf("f", data), nil, Options{})
	t := s.Thread(transcript.ID{})
	load := func(_ context.Context, _ string, at Span) ([]byte, error) {
		return data[at.Offset : at.Offset+at.Length], nil
	}
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if found, _ := findAll(b, t, load, plainSeeker{text: "do the thing"}, whole); len(found) != 20000 {
			b.Fatal(len(found))
		}
	}
	b.ReportMetric(float64(t.Len()), "rows")
}
