package thread

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"image"
	"image/png"
	"strings"
	"testing"

	"dendro/backend/internal/history"
	"dendro/backend/jsonl"
	"dendro/backend/transcript"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestWire(t *testing.T) {
	var s script
	s.with(obj{"gitBranch": "main"}).user("1", "", "hello <world>").
		reply("2", "1", "m", use("t1", "Bash", obj{"command": "make"})).
		with(obj{"toolUseResult": obj{"stdout": "ok", "stderr": "", "interrupted": false, "exitCode": 0}}).
		result("3", "2", "t1", "ok").
		reply("4", "3", "n", use("t2", "Read", nil))
	got, err := json.MarshalIndent(s.show(t, ""), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	const want = `[
 {
  "kind": "prompt",
  "uuid": "1",
  "time": "2026-03-01T09:00:01.000Z",
  "text": "hello \u003cworld\u003e",
  "inherited": false,
  "index": 0,
  "turn": 1,
  "gitBranch": "main"
 },
 {
  "kind": "tool",
  "uuid": "2",
  "time": "2026-03-01T09:00:02.000Z",
  "text": "",
  "tool": {
   "id": "t1",
   "name": "Bash",
   "status": "ok",
   "input": {
    "command": "make"
   },
   "result": "ok",
   "images": 0,
   "resultTime": "2026-03-01T09:00:03.000Z",
   "resultUuid": "3",
   "detail": {
    "exitCode": 0,
    "interrupted": false,
    "stdoutBytes": 2
   }
  },
  "inherited": false,
  "index": 1,
  "turn": 1,
  "model": "opus",
  "messageId": "m",
  "tokens": {
   "in": 1,
   "out": 2,
   "cacheRead": 0,
   "cacheWrite": 0
  }
 },
 {
  "kind": "tool",
  "uuid": "4",
  "time": "2026-03-01T09:00:04.000Z",
  "text": "",
  "tool": {
   "id": "t2",
   "name": "Read",
   "status": "missing",
   "input": {},
   "result": "",
   "images": 0
  },
  "inherited": false,
  "index": 2,
  "turn": 1,
  "model": "opus",
  "messageId": "n",
  "tokens": {
   "in": 1,
   "out": 2,
   "cacheRead": 0,
   "cacheWrite": 0
  }
 }
]`
	equal(t, string(got), want)
}

// drawn makes rapid choose the random values of a history.
type drawn struct{ t *rapid.T }

func (d drawn) IntN(n int) int { return rapid.IntRange(0, n-1).Draw(d.t, "n") }

// TestPagesAreSlices: a page is a slice of the whole, for any start and length.
func TestPagesAreSlices(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		h, truth := history.Random(drawn{rt}, 12)
		if len(truth.Sessions) == 0 { // all of them were deleted
			return
		}
		s := openStore(t, h.FS())
		st := truth.Sessions[rapid.IntRange(0, len(truth.Sessions)-1).Draw(rt, "session")]
		th := s.session(st.Path, Options{ID: st.ID}).Thread(idOf(st.ActiveLeaf))
		ctx := context.Background()
		whole, err := th.Page(ctx, 0, -1, s.load, PageOptions{Nested: true})
		if err != nil {
			rt.Fatal(err)
		}
		from := rapid.IntRange(-2, len(whole)+2).Draw(rt, "from")
		n := rapid.IntRange(0, len(whole)+2).Draw(rt, "count")
		page, err := th.Page(ctx, from, n, s.load, PageOptions{Nested: true})
		if err != nil {
			rt.Fatal(err)
		}
		from = min(max(from, 0), len(whole))
		if diff := cmp.Diff(whole[from:min(from+n, len(whole))], page); diff != "" {
			rt.Fatal(diff)
		}
	})
}

func TestPageLimits(t *testing.T) {
	long := strings.Repeat("0123456789", 100)
	var s script
	s.user("1", "", long).
		reply("2", "1", "m", use("t1", "Write", obj{"file_path": "/a", "content": long})).
		result("3", "2", "t1", long).
		reply("4", "3", "n", text(long))
	data := []byte(s.b.String())
	th := NewSession(indexOf("main", data), nil, Options{}).Thread(idOf("4"))
	page := func(o PageOptions) []Row {
		t.Helper()
		rows, err := th.Page(context.Background(), 0, -1, s.load(nil), o)
		if err != nil {
			t.Fatal(err)
		}
		return rows
	}
	rows := page(PageOptions{Text: 10, Result: 20, Input: 30})
	if rows[0].Text != "0123456789" || rows[0].Truncated != 990 {
		t.Errorf("%+v", rows[0])
	}
	tool := rows[1].Tool
	if len(tool.Result) != 20 || tool.Truncated != 980 || tool.InputTruncated != 960 || !json.Valid(tool.Input) {
		t.Errorf("%+v %s", tool, tool.Input)
	}
	if got := page(PageOptions{Bytes: 1500}); len(got) != 2 {
		t.Errorf("%d rows", len(got))
	}
	if got := page(PageOptions{Bytes: 1}); len(got) != 1 {
		t.Errorf("%d rows", len(got))
	}
	whole := page(PageOptions{})
	if whole[0].Text != long || whole[1].Tool.Result != long || whole[1].Tool.Truncated+whole[1].Tool.InputTruncated+whole[0].Truncated != 0 {
		t.Error("something is left out")
	}
}

func TestPageErrors(t *testing.T) {
	var s script
	s.user("1", "", "hello").user("2", "1", "again")
	th := NewSession(indexOf("main", []byte(s.b.String())), nil, Options{}).Thread(idOf("2"))
	gone := errors.New("gone")
	if _, err := th.Page(context.Background(), 0, 1, func(context.Context, string, Span) ([]byte, error) { return nil, gone }, PageOptions{}); !errors.Is(err, gone) {
		t.Error(err)
	}
	other := []byte(`{"type":"user","uuid":"9","message":{"content":"x"}}`)
	for _, line := range [][]byte{other, []byte("{"), []byte(`{"type":"user","uuid":"1","message":{"content":[]}}`)} {
		load := func(context.Context, string, Span) ([]byte, error) { return line, nil }
		if _, err := th.Page(context.Background(), 0, 1, load, PageOptions{}); !errors.Is(err, ErrStale) {
			t.Error(err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := th.Page(ctx, 0, 1, s.load(nil), PageOptions{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestPictures(t *testing.T) {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 7, 5))); err != nil {
		t.Fatal(err)
	}
	data := base64.StdEncoding.EncodeToString(b.Bytes())
	picture := func(typ, data string) obj {
		return obj{"type": "image", "source": obj{"type": "base64", "media_type": typ, "data": data}}
	}
	webp := base64.StdEncoding.EncodeToString([]byte("RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\x0f\x00\x00\x1f\x00\x00...."))
	var s script
	s.user("1", "", []obj{picture("image/png", data), text("look"), picture("image/webp", webp)}).
		reply("2", "1", "m", use("t1", "Read", nil), use("t2", "Read", nil)).
		user("3", "2", []obj{
			{"type": "tool_result", "tool_use_id": "t1", "content": []obj{picture("image/png", "broken!")}},
			{"type": "tool_result", "tool_use_id": "t2", "content": []obj{text("one"), picture("image/png", data)}},
		})
	rows := s.show(t, "")
	equal(t, rows[0].Pictures, []Image{
		{Index: 0, Type: "image/png", Bytes: len(data) / 4 * 3, Width: 7, Height: 5},
		{Index: 1, Type: "image/webp", Bytes: len(webp) / 4 * 3, Width: 16, Height: 32},
	})
	equal(t, rows[1].Tool.Pictures, []Image{{Index: 0, Type: "image/png", Bytes: 3}})
	equal(t, rows[2].Tool.Pictures, []Image{{Index: 1, Type: "image/png", Bytes: len(data) / 4 * 3, Width: 7, Height: 5}})
	if rows[0].Images != 2 || rows[2].Tool.Images != 1 || rows[2].Tool.Result != "one" {
		t.Errorf("%+v", rows)
	}
	var d transcript.Decoder
	rec, err := d.Decode([]byte(strings.Split(s.b.String(), "\n")[0]))
	if err != nil {
		t.Fatal(err)
	}
	if raw, err := Pictures(rec)[0].Decode(); err != nil || !bytes.Equal(raw, b.Bytes()) {
		t.Error(err)
	}
}

func TestDetail(t *testing.T) {
	tests := []struct{ in, want string }{
		{`"Error: no"`, ``},
		{`[{"type":"text"}]`, ``},
		{`{}`, ``},
		{
			`{"filePath":"/a","oldString":"x","newString":"y","originalFile":"long","structuredPatch":[{"lines":["+a"]}],"userModified":false}`,
			`{"filePath":"/a","oldStringBytes":1,"newStringBytes":1,"originalFileBytes":4,"structuredPatch":[{"lines":["+a"]}],"userModified":false}`,
		},
		{`{"type":"text","file":{"filePath":"/a","content":"abc","numLines":3}}`, `{"type":"text","file":{"filePath":"/a","contentBytes":3,"numLines":3}}`},
		{`{"stdout":"","stderr":"oh","interrupted":true}`, `{"stderr":"oh","interrupted":true}`},
		{`{"originalFile":null,"content":""}`, `{"originalFile":null}`},
		{`{"a":"\x"}`, `{"a":"x"}`},
	}
	for _, tt := range tests {
		if got := string(detailJSON(jsonl.Value(tt.in), 0)); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.in, got, tt.want)
		}
	}
	long := `{"patch":["` + strings.Repeat(`line","`, 5000) + `"],"n":1}`
	if got := detailJSON(jsonl.Value(long), 1000); len(got) > 4000 || !json.Valid(got) {
		t.Error(len(got))
	}
}

func TestBlockLabel(t *testing.T) {
	call := func(name string, input obj) obj {
		return obj{"type": "tool_use", "id": "t", "name": name, "input": input}
	}
	var s script
	s.reply("1", "", "m",
		text("one\ntwo"), call("Bash", obj{"command": "cd /x && make test", "description": "Test"}),
		call("Edit", obj{"file_path": "/x/app/a.go", "old_string": "a"}), call("mcp__github__get_issue", obj{}), call("Odd", obj{"n": 7}))
	var d transcript.Decoder
	rec, err := d.Decode([]byte(strings.TrimSpace(s.b.String())))
	if err != nil {
		t.Fatal(err)
	}
	for block, want := range []string{"one\ntwo", "make test", "Edit a.go", "github · get_issue", "Odd"} {
		if got, ok := BlockLabel(rec, block); !ok || got != want {
			t.Errorf("block %d: %q, %v, want %q", block, got, ok, want)
		}
	}
	if _, ok := BlockLabel(rec, 9); ok {
		t.Error("a block that isn't there")
	}
}

func TestBlockText(t *testing.T) {
	var s script
	s.user("1", "", []obj{text("one"), text("two"), {"type": "tool_result", "tool_use_id": "t", "content": "out"}})
	var d transcript.Decoder
	rec, err := d.Decode([]byte(strings.TrimSpace(s.b.String())))
	if err != nil {
		t.Fatal(err)
	}
	if got, ok := BlockText(rec, 1); !ok || got != "two" {
		t.Error(got, ok)
	}
	if got, ok := BlockText(rec, 2); !ok || got != "out" {
		t.Error(got, ok)
	}
	if _, ok := BlockText(rec, 7); ok {
		t.Error("a block that isn't there")
	}
}
