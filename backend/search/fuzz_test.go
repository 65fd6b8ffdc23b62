package search_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"strings"
	"testing"
	"time"

	"dendro/backend/jsonl"
	"dendro/backend/search"
	"dendro/backend/search/query"
	"dendro/backend/transcript"
)

// memory is a file in memory.
type memory struct{ *bytes.Reader }

func (memory) Close() error                 { return nil }
func (m memory) Stat() (fs.FileInfo, error) { return memoryInfo{m.Size()}, nil }

type memoryInfo struct{ size int64 }

func (i memoryInfo) Name() string     { return "memory" }
func (i memoryInfo) Size() int64      { return i.size }
func (memoryInfo) Mode() fs.FileMode  { return 0 }
func (memoryInfo) ModTime() time.Time { return time.Time{} }
func (memoryInfo) IsDir() bool        { return false }
func (memoryInfo) Sys() any           { return nil }

// one is a catalog of one file.
type one struct{ info search.FileInfo }

func (o *one) File(string) *search.FileInfo                      { return &o.info }
func (o *one) Copies(string, transcript.ID) []*search.FileInfo   { return nil }
func (o *one) Identity(_ string, id transcript.ID) transcript.ID { return id }
func (o *one) Record(_ string, id transcript.ID) transcript.ID   { return id }
func (o *one) Titles() *search.TitleTable                        { return nil }

// searchIn searches a file with the given bytes.
func searchIn(t *testing.T, data []byte, q *query.Query) search.Result {
	t.Helper()
	b := search.NewBuilder()
	b.Begin("memory")
	var d transcript.Decoder
	lines := jsonl.NewLines(bytes.NewReader(data), 0, nil)
	for lines.Next() {
		d.Records(lines.Line(), func(l *jsonl.Line, r *transcript.Record, err error) {
			if err == nil {
				b.Add(l, r)
			}
		})
	}
	x := search.NewIndex(nil)
	x.Put(b.End(int64(len(data)), time.Time{}))
	r, err := x.Search(t.Context(), q, search.Options{
		Catalog: &one{search.FileInfo{Key: "memory", Session: "memory"}}, Limit: -1, Count: true, In: query.All,
		Open: func(string) (search.Source, error) { return memory{bytes.NewReader(data)}, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// FuzzSearch compares the search of one prompt with strings.Contains.
func FuzzSearch(f *testing.F) {
	f.Add("Why does the useEffect loop?", "EFFECT")
	f.Add("d\u00e9j\u00e0 vu", "e\u0301")
	f.Add("a \"quoted\" C:\\path\n<b>", `"quoted"`)
	f.Add("\u212a\u017f", "ks")
	f.Add("か\u3099", "か")
	f.Fuzz(func(t *testing.T, content, term string) {
		content, term = strings.ToValidUTF8(content, "\ufffd"), strings.ToValidUTF8(term, "\ufffd")
		q := &query.Query{Terms: []query.Term{{Kind: query.Phrase, Text: term}}}
		if term == "" || strings.TrimSpace(content) == "" || content[0] == '<' {
			return
		}
		line, err := json.Marshal(M{"type": "assistant", "uuid": uuid(1), "message": M{"content": []any{text(content)}}})
		if err != nil {
			t.Fatal(err)
		}
		r := searchIn(t, append(line, '\n'), q)
		if want := strings.Contains(refFold(content), refFold(term)); want != (r.Total == 1) {
			t.Fatalf("%q in %q: found %v, want %v", term, content, r.Total == 1, want)
		}
		for _, h := range r.Hits {
			if len(h.Ranges) == 0 && refFold(term) != "" {
				t.Fatalf("%q in %q: no range in %q", term, content, h.Snippet)
			}
		}
	})
}

// FuzzSearchBytes searches arbitrary bytes: nothing may panic.
func FuzzSearchBytes(f *testing.F) {
	f.Add(jsonLines(f, mixed()...), "needle /n.+e/ -gone")
	f.Add([]byte("{}\n{\"type\":\"user\"}\n\x00"), "x")
	f.Fuzz(func(t *testing.T, data []byte, src string) {
		q, err := query.Parse(src, now)
		if err != nil {
			return
		}
		searchIn(t, data, q)
	})
}
