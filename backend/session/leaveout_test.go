package session_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/library"
	"dendro/backend/session"
)

// TestParseLeaveOut checks which choices are valid, and their texts.
func TestParseLeaveOut(t *testing.T) {
	for _, tt := range []struct{ items, want string }{
		{"turn:u1 steps:u2 steps-before:u3 others output:u4 picture:u5 pictures", "turn:u1 steps:u2 steps-before:u3 others output:u4 picture:u5 pictures"},
		{"outputs:10k", "outputs:10000"},
		{"outputs:2MB", "outputs:2000000"},
		{"outputs:300", "outputs:300"},
		{"outputs:0", "outputs:0"},
		{"outputs:", ""},
		{"outputs:-1", ""},
		{"outputs:k", ""},
		{"outputs:9999999999k", ""},
		{"turn", ""},
		{"turn:", ""},
		{"others:u1", ""},
		{"turns:u1", ""},
		{":", ""},
	} {
		choice, err := session.ParseLeaveOut(strings.Fields(tt.items), false)
		if got := strings.Join(choice.Items(nil), " "); got != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%s: %q, %v, want %q", tt.items, got, err, tt.want)
		}
	}
}

// leaving is a session with a large output, a picture and parallel calls, and a chain file.
type leaving struct {
	*library.Library
	id      string
	prompts []string // the uuids of the prompts
	path    string
}

func leave(t *testing.T, first string, end func(*history.Session)) *leaving {
	t.Helper()
	h := history.New(58, testlib.Begin)
	s := h.Session(testlib.Day())
	v := &leaving{id: s.ID, path: filepath.Join(t.TempDir(), "chains", "new.jsonl")}
	v.prompts = append(v.prompts, s.Turn(first, "one"))
	v.prompts = append(v.prompts, s.Prompt("second"))
	s.Parallel(history.Bash("cat large", "", strings.Repeat("much ", 4_000), 0, 0), history.Bash("true", "", "little", 0, 0))
	s.Reply("two")
	v.prompts = append(v.prompts, s.PromptImage("third", []byte("no real picture")))
	s.Reply("three")
	v.prompts = append(v.prompts, s.Turn("fourth", "four"))
	if end != nil {
		end(s)
	}
	v.Library = testlib.Scanned(t, testlib.Write(t, h))
	return v
}

func (v *leaving) point(t *testing.T, quiet bool, items ...string) session.Point {
	t.Helper()
	choice, err := session.ParseLeaveOut(items, quiet)
	if err != nil {
		t.Fatal(err)
	}
	return session.Point{Session: v.id, Client: newer, Without: choice, List: true}
}

// written returns the texts of a chain file, a line each.
func (v *leaving) written(t *testing.T, at session.Point) (texts []string, to session.ResumePoint) {
	t.Helper()
	to, err := v.Chains.Write(t.Context(), at, v.path)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(v.path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		var r struct {
			Meta    bool `json:"isMeta"`
			Message struct{ Content any }
		}
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatal(err)
		}
		if r.Message.Content == nil {
			continue
		}
		text, err := json.Marshal(r.Message.Content)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	return texts, to
}

// TestLeaveOut checks what a choice leaves in the file that a client loads, in the list, and
// in the counts.
func TestLeaveOut(t *testing.T) {
	v := leave(t, "first", nil)
	for _, tt := range []struct {
		name     string
		items    []string
		left     string // in words
		gone     []string
		stays    []string
		messages int
	}{
		{"a turn", []string{"turn:" + v.prompts[1]}, "1 turn", []string{"second", "much", "two"}, []string{"first", "third", "four"}, 7},
		{"its steps", []string{"steps:" + v.prompts[1]}, "the steps of 1 turn", []string{"much", "little", "tool_use"}, []string{"second", "two"}, 9},
		{"the steps before a turn", []string{"steps-before:" + v.prompts[2]}, "the steps of 1 turn", []string{"much"}, []string{"second", "image"}, 9},
		{"large outputs", []string{"outputs:10k"}, "1 output", []string{"much"}, []string{"little", "[output left out, 20 KB]"}, 11},
		{"pictures", []string{"pictures"}, "1 picture", []string{`"image"`}, []string{"third", "[picture left out]"}, 11},
		{"one picture and outputs", []string{"picture:" + v.prompts[2], "outputs:10k"}, "1 output, 1 picture", []string{`"image"`, "much"}, []string{"third"}, 11},
		{"all but the last turn", []string{"others"}, "3 turns", []string{"first", "two", "three"}, []string{"fourth", "four"}, 3},
		{"a turn and its outputs once", []string{"turn:" + v.prompts[1], "outputs:0"}, "1 turn", []string{"much", "output left out"}, nil, 7},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v.path = filepath.Join(t.TempDir(), "chains", "new.jsonl")
			texts, to := v.written(t, v.point(t, false, tt.items...))
			all := strings.Join(texts, "\n")
			for _, gone := range tt.gone {
				if strings.Contains(strings.Join(texts[1:], "\n"), gone) {
					t.Errorf("%q is still there:\n%s", gone, all)
				}
			}
			for _, stays := range tt.stays {
				if !strings.Contains(all, stays) {
					t.Errorf("%q is gone:\n%s", stays, all)
				}
			}
			if got := session.Says(to.Left).String(); got != tt.left || !strings.HasSuffix(texts[0], "Left out: "+tt.left+`."`) {
				t.Errorf("left out %q, the file says %s, want %q", got, texts[0], tt.left)
			}
			if to.Load.Limit != 200_000 {
				t.Errorf("the limit is %d", to.Load.Limit)
			}
			if to.Messages != tt.messages || to.Plain || to.Load.After >= to.Load.Before || to.Load.Note == "" || to.Tokens != to.Load.After {
				t.Errorf("%d messages, %d of %d tokens, want %d messages", to.Messages, to.Load.After, to.Load.Before, tt.messages)
			}
			if info, err := os.Stat(v.path); err == nil && runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
				t.Errorf("others may read it: %v", info.Mode())
			}
		})
	}
}

// TestLeaveOutNothing: a choice that changes nothing lets the session go on as it is.
func TestLeaveOutNothing(t *testing.T) {
	v := leave(t, "first", nil)
	for _, item := range []string{"outputs:1m", "turn:" + v.prompts[3], "picture:" + v.prompts[0]} {
		to, err := v.Threads.ResumePoint(t.Context(), v.point(t, false, item))
		if err != nil || !to.Plain || !to.Left.IsZero() || to.Load.After != to.Load.Before || to.Load.Note != "" {
			t.Errorf("%s: %+v, %v", item, to.Load, err)
		}
	}
	for _, item := range []string{"turn:nowhere", "output:nowhere"} {
		if _, err := v.Threads.ResumePoint(t.Context(), v.point(t, false, item)); err == nil {
			t.Errorf("%s is no error", item)
		}
	}
	at := v.point(t, false, "turn:"+v.prompts[3])
	at.Record, at.Turn = v.prompts[1], true
	if _, err := v.Threads.ResumePoint(t.Context(), at); err == nil {
		t.Error("a turn that would not be loaded is left out")
	}
}

// TestLeaveNote: the note is in the language of the prompts, and can be turned off.
func TestLeaveNote(t *testing.T) {
	for first, want := range map[string]string{
		"Why does the test fail?":                    "This conversation continues an earlier one without some of its parts. Left out: 1 output.",
		"Warum ist der Test nicht grün und was nun?": "Dieses Gespräch setzt ein früheres ohne einige seiner Teile fort. Weggelassen: 1 Ausgabe.",
		"テストが失敗するのはなぜですか":                            "この会話は、以前の会話の一部を省いて続けるものです。省いたもの: 出力 1 件。",
		"为什么测试总是失败，请帮我看看":                            "本对话接续之前的对话，但省略了其中一部分。已省略：1 条输出。",
	} {
		v := leave(t, first, nil)
		texts, to := v.written(t, v.point(t, false, "outputs:10k"))
		if to.Load.Note != want || texts[0] != `"`+want+`"` {
			t.Errorf("%s: %q and %s, want %q", first, to.Load.Note, texts[0], want)
		}
		v.path = filepath.Join(t.TempDir(), "quiet.jsonl")
		texts, to = v.written(t, v.point(t, true, "outputs:10k"))
		if to.Load.Note != "" || slices.Contains(texts, `"`+want+`"`) {
			t.Errorf("%s: the file begins with %s", first, texts[0])
		}
	}
}

// TestRefusedTurn: the point names the reason why the last turns got no answer, and the first
// of them.
func TestRefusedTurn(t *testing.T) {
	for text, want := range map[string]string{"Prompt is too long": "long", "API Error: 400 image exceeds 5 MB maximum": "picture", "": ""} {
		fifth := ""
		v := leave(t, "first", func(s *history.Session) {
			fifth = s.Prompt("fifth")
			if text == "" {
				s.Reply("five")
				return
			}
			s.APIError(text, "invalid_request", 400)
			s.Prompt("again")
			s.APIError(text, "invalid_request", 400)
		})
		to, err := v.Threads.ResumePoint(t.Context(), v.point(t, false))
		if err != nil || string(to.Refusal) != want || (to.RefusedFrom == fifth) != (want != "") {
			t.Errorf("%q: %q from %q, %v", text, to.Refusal, to.RefusedFrom, err)
		}
	}
}
