package thread

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/jsonl"
	"dendro/backend/transcript"
)

// tally adds every line of a text.
func tally(t *testing.T, tl *Tally, text string) {
	t.Helper()
	l := jsonl.NewLines(strings.NewReader(text), 0, nil)
	var d transcript.Decoder
	for l.Next() {
		r, err := d.Decode(l.Line().Text)
		if err != nil {
			t.Fatal(err)
		}
		tl.Add(r, false)
	}
}

func spend(in, out int) obj {
	return obj{"input_tokens": in, "output_tokens": out, "cache_read_input_tokens": 10, "cache_creation_input_tokens": 1}
}

func TestFiguresCountEverythingOnce(t *testing.T) {
	line := func(typ, id string, message obj, more obj) string {
		s := &script{more: more}
		s.rec(typ, id, "", obj{"message": message})
		return s.b.String()
	}
	reply := func(id, mid, model string, usage obj, blocks ...obj) string {
		return line("assistant", id, obj{"role": "assistant", "id": mid, "model": model, "usage": usage, "content": blocks}, nil)
	}
	edit := func(id string) obj {
		return obj{"type": "tool_use", "id": id, "name": "Edit", "input": obj{"file_path": "/a/b.go"}}
	}
	session := line("user", "1", obj{"role": "user", "content": "go"}, obj{"gitBranch": "main", "cwd": "/a", "version": "2.1.0"}) +
		reply("2", "m1", "opus", spend(3, 1), text("a")) +
		reply("3", "m1", "opus", spend(3, 50), edit("t1")) + // the same response, extended
		reply("4", "m2", "haiku", spend(1, 9), obj{"type": "tool_use", "id": "t2", "name": "Read", "input": obj{"file_path": "/a/b.go"}}) +
		line("user", "5", obj{"role": "user", "content": []obj{{"type": "tool_result", "tool_use_id": "t2", "is_error": true, "content": "no"}}}, nil) +
		reply("6", "m3", "<synthetic>", spend(7, 7), text("limit"))
	tl := NewTally()
	tally(t, tl, session)
	once := tl.Figures()
	want := Figures{
		Start: "2026-03-01T09:00:01.000Z", End: "2026-03-01T09:00:01.000Z", Records: 6, Prompts: 1,
		Types: []Count{{"assistant", 4}, {"user", 2}},
		Models: []ModelFigure{
			{"opus", 1, transcript.Usage{In: 3, Out: 50, CacheRead: 10, CacheWrite: 1}},
			{"haiku", 1, transcript.Usage{In: 1, Out: 9, CacheRead: 10, CacheWrite: 1}},
		},
		Tokens:   transcript.Usage{In: 4, Out: 59, CacheRead: 20, CacheWrite: 2},
		Tools:    []ToolFigure{{"Edit", 1, 0}, {"Read", 1, 1}},
		Files:    []FileFigure{{"/a/b.go", 1, 1}},
		Branches: []string{"main"}, Versions: []string{"2.1.0"}, Dirs: []string{"/a"}, SessionIDs: []string{"s"}, Efforts: []string{},
	}
	if diff := cmp.Diff(want, once); diff != "" {
		t.Error(diff)
	}
	// A copy in another file, and one whose uuids a fork replaced.
	tally(t, tl, session)
	tally(t, tl, line("user", "11", obj{"role": "user", "content": "go"}, obj{"forkedFrom": obj{"sessionId": "s", "messageUuid": "1"}}))
	if diff := cmp.Diff(once, tl.Figures()); diff != "" {
		t.Errorf("a copy counts: %s", diff)
	}
	tally(t, tl, reply("12", "m4", "opus", spend(1, 1), edit("t9")))
	more := tl.Figures()
	if more.Records != 7 || more.Tokens.Out != 60 || more.Tools[0].Count != 2 || more.Files[0].Writes != 2 {
		t.Errorf("%+v", more)
	}
}

// TestFiguresSumUpTheWork: the pause before a prompt is the person's, and so is the time between
// two files; what hooks and snapshots write later is no work.
func TestFiguresSumUpTheWork(t *testing.T) {
	at := func(typ, id, time, content string) string {
		return `{"type":"` + typ + `","uuid":"` + id + `","timestamp":"2026-11-02T` + time + `Z","message":{"role":"` + typ + `","id":"m` + id + `","content":` + content + `}}` + "\n"
	}
	tl := NewTally()
	tl.Begin()
	tally(t, tl, at("user", "u1", "10:00:00", `"ask"`)+at("assistant", "a1", "10:00:30", `[{"type":"text","text":"yes"}]`)+
		at("user", "u2", "12:00:00", `"again"`)+at("assistant", "a2", "12:00:10", `[{"type":"tool_use","id":"t","name":"Bash","input":{}}]`)+
		at("user", "r2", "12:01:00", `[{"type":"tool_result","tool_use_id":"t","content":"x"}]`)+
		`{"type":"system","subtype":"stop_hook_summary","uuid":"s1","timestamp":"2026-11-05T12:00:00Z"}`+"\n")
	tl.Begin()
	tally(t, tl, at("assistant", "b1", "20:00:00", `[{"type":"text","text":"later"}]`))
	if f := tl.Figures(); f.WorkMS != 90_000 || f.MS <= f.WorkMS {
		t.Errorf("worked %d ms of %d", f.WorkMS, f.MS)
	}
}
