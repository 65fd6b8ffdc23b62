package thread

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"dendro/backend/internal/history"
	"dendro/backend/jsonl"
	"dendro/backend/transcript"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// TestGrowingIndex reads files in two parts and compares the rows with those of files read
// at once.
func TestGrowingIndex(t *testing.T) {
	for seed := range 8 {
		h, truth := history.Random(rand.New(rand.NewPCG(uint64(seed), 1)), 30)
		files := h.Files()
		for _, st := range truth.Sessions {
			data := files[st.Path]
			cut := bytes.IndexByte(data[len(data)/2:], '\n') + len(data)/2 + 1
			x := NewIndex("f", factsOf(data[:cut]))
			addLines(x, data[:cut], 0)
			x.Trim()
			NewSession(x, nil, Options{}).Thread(transcript.ID{})
			x = grown(x, data)
			addLines(x, data, cut)
			whole := NewSession(indexOf("f", data), nil, Options{}).Thread(idOf(st.ActiveLeaf))
			parts := NewSession(x, nil, Options{}).Thread(idOf(st.ActiveLeaf))
			if diff := cmp.Diff(whole.items, parts.items, cmpopts.IgnoreUnexported(Item{})); diff != "" {
				t.Fatalf("seed %d, %s:\n%s", seed, st.Path, diff)
			}
			equal(t, parts.turns, whole.turns)
		}
	}
}

func TestLinesTooLong(t *testing.T) {
	x := NewIndex("f", &transcript.Facts{})
	if err := x.Add(&jsonl.Line{Offset: 10, Length: 1 << 40}, nil); err != nil {
		t.Fatal(err)
	}
	if s := x.Sides(); len(s) != 1 || s[0].Span.Length != 1<<40 || x.Len() != 0 {
		t.Errorf("%+v", s)
	}
}

func TestSkeleton(t *testing.T) {
	var s script
	s.user("1", "", "a\nb").
		reply("2", "1", "m", use("t1", "Read", nil), use("t2", "Bash", nil), use("t3", "Bash", nil), use("t4", "Edit", nil)).
		user("3", "2", []obj{
			{"type": "tool_result", "tool_use_id": "t2", "content": "ok"},
			{"type": "tool_result", "tool_use_id": "t3", "content": "no", "is_error": true},
			{"type": "tool_result", "tool_use_id": "t4", "content": []obj{{"type": "image", "source": obj{}}}},
		}).
		reply("4", "3", "n", text("done")).
		system("5", "4", "turn_duration", obj{"durationMs": 4242}).
		user("6", "5", "<command-name>/cost</command-name>").
		user("7", "6", "<command-name>/init</command-name>").
		system("h", "7", "stop_hook_summary", obj{"hookErrors": []string{"exit 2"}}).
		reply("8", "h", "o", text("ok"))
	data := []byte(s.b.String())
	inherited := idOf("1")
	th := NewSession(indexOf("f", data), nil, Options{Inherited: func(id transcript.ID) bool { return id == inherited }}).Thread(activeLeaf(data))
	type row struct {
		Kind  string
		Flags ItemFlags
		Turn  int32
		Lines uint32
	}
	var got []row
	for _, it := range th.items {
		got = append(got, row{it.Kind.String(), it.Flags, it.Turn, it.Lines})
	}
	equal(t, got, []row{
		{"prompt", ItemInherited, 1, 2},
		{"tool", ItemQuiet, 1, 1},
		{"tool", ItemQuiet, 1, 1},
		{"tool", ItemError | ItemRepeats, 1, 1},
		{"tool", ItemImages, 1, 1},
		{"reply", 0, 1, 1},
		{"command", 0, 1, 1},
		{"command", 0, 2, 1},
		{"notice", ItemQuiet, 2, 1},
		{"reply", 0, 2, 1},
	})
	turns := th.turns
	if len(turns) != 2 || turns[0].Text != "a b" || turns[0].MS != 4242 ||
		turns[0].Tokens != (transcript.Usage{In: 2, Out: 4}) || turns[1].Text != "/init" || turns[1].Row != 7 || turns[1].Model != "opus" {
		t.Errorf("%+v", turns)
	}
}

// TestRepeatedCalls compares calls with the call before them, over texts and results alike.
func TestRepeatedCalls(t *testing.T) {
	run := func(id, command string) obj { return use(id, "Bash", obj{"command": command}) }
	var s script
	s.user("1", "", "go").
		reply("2", "1", "m", run("t1", "make"), run("t2", "make"), run("t3", "make test")).
		result("3", "2", "t1", "ok").
		reply("4", "3", "n", text("again"), run("t4", "make test"), use("t5", "Monitor", obj{"command": "make test"})).
		result("5", "4", "t9", "of no call").
		reply("6", "5", "o", use("t6", "Monitor", obj{"command": "make test"}), use("t7", "Monitor", obj{"command": "make test"}))
	data := []byte(s.b.String())
	var got []bool
	for _, it := range NewSession(indexOf("f", data), nil, Options{}).Thread(activeLeaf(data)).items {
		got = append(got, it.Flags&ItemRepeats != 0)
	}
	// prompt, make, make, make test, reply, make test, Monitor, lost result, Monitor, Monitor
	equal(t, got, []bool{false, false, true, false, false, true, false, false, false, true})
}

// TestIndexOfAnotherFile: records that the facts do not have, or have elsewhere, are not
// indexed as others.
func TestIndexOfAnotherFile(t *testing.T) {
	var own, other script
	own.user("1", "", "one").user("2", "1", "two")
	other.user("2", "", "two").user("1", "2", "one")
	for name, facts := range map[string]*transcript.Facts{"empty": {}, "other order": factsOf([]byte(other.b.String()))} {
		x := NewIndex("f", facts)
		var err error
		eachLine([]byte(own.b.String()), 0, func(l *jsonl.Line, r *transcript.Record) {
			if err == nil {
				err = x.Add(l, r)
			}
		})
		if !errors.Is(err, ErrStale) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
