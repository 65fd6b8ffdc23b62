package library_test

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"dendro/backend/chattree"
	"dendro/backend/demo"
	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/internal/tests"
	"dendro/backend/library"
	"dendro/backend/transcript"
)

// reachable checks that every session of every chat opens as itself, and that list, tree,
// outline and inspector count the same turns, sessions and agents. It returns how many
// sessions are reached, and how many there are.
func reachable(t *testing.T, l *library.Library) (reached, all int) {
	t.Helper()
	for _, c := range l.Chats() {
		shown := map[transcript.ID]bool{} // turns on the branches that the tree leads to
		for i := range c.Segments {
			s := &c.Segments[i]
			if !s.Leaf {
				continue
			}
			turns := outlined(t, l, s, shown)
			if c.Branches == 1 && turns != c.Turns {
				t.Errorf("chat %s: the list says %d turns, the outline of its only branch %d", c.ID, c.Turns, turns)
			}
		}
		if len(shown) != c.Turns {
			t.Errorf("chat %s: the list says %d turns, its branches show %d", c.ID, c.Turns, len(shown))
		}
		for _, s := range c.Sessions {
			all++
			if opensItself(t, l, c, s) {
				reached++
			}
		}
		sumsUp(t, l, c)
	}
	return reached, all
}

// outlined adds the turns of a branch with its beginning, and returns how many there are.
func outlined(t *testing.T, l *library.Library, at *chattree.Segment, shown map[transcript.ID]bool) int {
	t.Helper()
	th, err := l.Threads.Whole(t.Context(), at.Session, at.Tip)
	if err != nil {
		t.Errorf("session %s, branch %s: %v", at.Session, at.Tip, err)
		return 0
	}
	items, turns := th.Rows.Items(), th.Rows.Turns()
	for _, turn := range turns {
		chat, s, err := l.Session(cmp.Or(th.Rows.Session(turn.Row), at.Session))
		if err != nil {
			t.Errorf("row %d: %v", turn.Row, err)
			continue
		}
		if record := items[turn.Row].Record; record >= 0 {
			shown[chat.Identities().Of(s.Source.Summary.Nodes[record].ID)] = true
		}
	}
	return len(turns)
}

// opensItself checks that the branch on which the window opens a session is that session's, and
// shows its records.
func opensItself(t *testing.T, l *library.Library, c *chattree.Chat, s *chattree.Session) bool {
	t.Helper()
	var at *chattree.Segment
	for i := range c.Segments {
		if own := &c.Segments[i]; own.Session == s.ID && (at == nil || !at.ResumesHere && (own.ResumesHere || own.Active || !at.Active)) {
			at = own
		}
	}
	if at == nil {
		t.Errorf("session %s is not in the tree", s.ID)
		return false
	}
	th, err := l.Threads.Whole(t.Context(), s.ID, at.Tip)
	if err != nil || th.Session != s.ID {
		t.Errorf("session %s opens %v: %v", s.ID, th, err)
		return false
	}
	segments := th.Segments()
	if own := th.Rows.Len() - th.Rows.Own(); s.Records > 0 && (own == 0 || len(segments) == 0 || segments[len(segments)-1].Segment != at.ID) {
		t.Errorf("session %s opens with %d rows of its own, on segments %v instead of %s", s.ID, own, segments, at.ID)
		return false
	}
	return true
}

// sumsUp checks that the tree and the inspector count what the list does.
func sumsUp(t *testing.T, l *library.Library, c *chattree.Chat) {
	t.Helper()
	turns, agents := 0, 0
	for i := range c.Segments {
		turns, agents = turns+c.Segments[i].Turns, agents+c.Segments[i].Agents
	}
	if turns != c.Turns || agents != c.Agents {
		t.Errorf("chat %s: the list says %d turns and %d agents, the tree %d and %d", c.ID, c.Turns, c.Agents, turns, agents)
	}
	in, err := l.Inspect(t.Context(), c.Sessions[0].ID, true)
	if err != nil {
		t.Fatal(err)
	}
	if in.Sessions != len(c.Sessions) || in.Turns != c.Turns || in.Agents != c.Agents {
		t.Errorf("chat %s: the list says %d sessions, %d turns and %d agents, the inspector %d, %d and %d", c.ID, len(c.Sessions), c.Turns, c.Agents, in.Sessions, in.Turns, in.Agents)
	}
}

// TestEverySessionOfRealSetsIsReached is the property of the real sets.
func TestEverySessionOfRealSetsIsReached(t *testing.T) {
	for set, root := range tests.RealRoots(t) {
		t.Run(set, func(t *testing.T) {
			t.Parallel()
			reached, all := reachable(t, testlib.Scanned(t, root))
			t.Logf("%d of %d sessions", reached, all)
		})
	}
}

// TestEverySessionOfRandomHistoriesIsReached is the same property of random histories.
func TestEverySessionOfRandomHistoriesIsReached(t *testing.T) {
	tests.Seeds(t, 100, func(t *testing.T, seed uint64) {
		draw := testlib.NewDraw(seed)
		h, _ := history.Random(draw, 4+draw.IntN(12))
		reachable(t, testlib.Scanned(t, testlib.Write(t, h)))
	})
}

// TestEverySessionOfTheDemoIsReached is the same property of the built-in history, which has
// every way to continue a session.
func TestEverySessionOfTheDemoIsReached(t *testing.T) {
	root, err := demo.Extract(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	reachable(t, testlib.Scanned(t, root))
}

// TestWhatTheQueueDeliversIsCountedOnce: a prompt that was delivered inside a tool's result
// opens a turn in list and outline, a slash command there in neither.
func TestWhatTheQueueDeliversIsCountedOnce(t *testing.T) {
	for item, turns := range map[string]int{"mend the heron": 2, "/model": 1, "!ls": 1} {
		t.Run(item, func(t *testing.T) {
			const fields = `"sessionId":"S","version":"2.1.47","cwd":"/w/otter","timestamp":"2026-11-02T10:00:00Z"`
			root := t.TempDir()
			testlib.Put(t, root, "projects/-w-otter/"+queuedSession+".jsonl", sessionFile(
				`{"type":"user","uuid":"aaaaaaa1-0000-4000-8000-00000000000a","parentUuid":null,`+fields+`,"message":{"role":"user","content":"look for herons"}}`,
				`{"type":"assistant","uuid":"aaaaaaa2-0000-4000-8000-00000000000a","parentUuid":"aaaaaaa1-0000-4000-8000-00000000000a",`+fields+`,"message":{"id":"msg_1","role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"Read","input":{}}]}}`,
				`{"type":"queue-operation","operation":"enqueue",`+fields+`,"content":"`+item+`"}`,
				`{"type":"queue-operation","operation":"remove",`+fields+`}`,
				`{"type":"user","uuid":"aaaaaaa3-0000-4000-8000-00000000000a","parentUuid":"aaaaaaa2-0000-4000-8000-00000000000a",`+fields+`,"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"two"}]}}`,
				`{"type":"assistant","uuid":"aaaaaaa4-0000-4000-8000-00000000000a","parentUuid":"aaaaaaa3-0000-4000-8000-00000000000a",`+fields+`,"message":{"id":"msg_2","role":"assistant","content":[{"type":"text","text":"Two herons."}]}}`,
			))
			l := testlib.Scanned(t, root)
			if c := l.Chats()[0]; c.Turns != turns {
				t.Errorf("the list says %d turns, want %d", c.Turns, turns)
			}
			reachable(t, l)
		})
	}
}

const (
	planMade = "aaaaaaaa-0000-4000-8000-00000000000a"
	planDone = "bbbbbbbb-0000-4000-8000-00000000000b"
	planLast = "cccccccc-0000-4000-8000-00000000000c"
)

// talk writes a session of n turns to a root. more are fields of its first record.
func talk(t *testing.T, root, id, first string, at, n int, more string) {
	t.Helper()
	var b strings.Builder
	parent, text := "null", first
	for i := range n {
		ask, reply := id[:7]+strconv.Itoa(i)+"-1111"+id[13:], id[:7]+strconv.Itoa(i)+"-2222"+id[13:]
		time := fmt.Sprintf(`"cwd":"/w/otter","sessionId":%q,"timestamp":"2026-11-02T10:%02d:00.000Z"`, id, at+i)
		fmt.Fprintf(&b, `{"type":"user","uuid":%q,"parentUuid":%s,%s%s,"message":{"role":"user","content":%q}}`+"\n", ask, parent, time, more, text)
		fmt.Fprintf(&b, `{"type":"assistant","uuid":%q,"parentUuid":%q,%s,"message":{"id":"msg_%s","role":"assistant","content":[{"type":"text","text":"Done."}]}}`+"\n", reply, ask, time, reply)
		parent, text, more = strconv.Quote(reply), fmt.Sprint("Step ", i+1, " of ", id[:4]), ""
	}
	testlib.Put(t, root, "projects/-w-otter/"+id+".jsonl", []byte(b.String()))
}

const planFields = `,"planContent":"# Otter pond"`

// carriedOut is a prompt that carries out the plan of a session.
func carriedOut(id string) string {
	return "Implement the following plan:\n\n# Otter pond\n\nread the full transcript at: /home/ada/.claude/projects/-w-otter/" + id + ".jsonl"
}

// TestPlanCarriedOutInAnotherSession: a session that continues another one without its
// messages has a branch of its own, and so has the other one.
func TestPlanCarriedOutInAnotherSession(t *testing.T) {
	for name, tt := range map[string]struct {
		write           func(root string)
		turns, branches int
	}{
		"once": {func(root string) {
			talk(t, root, planMade, "Plan the otter pond", 0, 3, "")
			talk(t, root, planDone, carriedOut(planMade), 20, 5, planFields)
		}, 8, 2},
		"twice": {func(root string) {
			talk(t, root, planMade, "Plan the otter pond", 0, 3, "")
			talk(t, root, planDone, carriedOut(planMade), 20, 5, planFields)
			talk(t, root, planLast, carriedOut(planMade), 30, 2, planFields)
		}, 10, 3},
		"one after the other": {func(root string) {
			talk(t, root, planMade, "Plan the otter pond", 0, 3, "")
			talk(t, root, planDone, carriedOut(planMade), 20, 5, planFields)
			talk(t, root, planLast, carriedOut(planDone), 30, 2, planFields)
		}, 10, 3},
		"while the planning goes on": {func(root string) {
			talk(t, root, planMade, "Plan the otter pond", 0, 8, "")
			talk(t, root, planDone, carriedOut(planMade), 3, 2, planFields)
		}, 10, 2},
		"named by its predecessor": {func(root string) {
			talk(t, root, planMade, "Dig the otter pond", 0, 3, "")
			testlib.AppendTo(t, root, "projects/-w-otter/"+planMade+".jsonl", []byte(`{"type":"continued-in","sessionId":"`+planDone+`"}`+"\n"))
			talk(t, root, planDone, "Fill the otter pond", 20, 5, "")
		}, 8, 2},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			tt.write(root)
			l := testlib.Scanned(t, root)
			chats := l.Chats()
			if len(chats) != 1 || chats[0].Turns != tt.turns || chats[0].Branches != tt.branches {
				t.Fatalf("%d chats, the first of %d turns and %d branches; want 1, %d and %d", len(chats), chats[0].Turns, chats[0].Branches, tt.turns, tt.branches)
			}
			if reached, all := reachable(t, l); reached != all {
				t.Errorf("%d of %d sessions are reached", reached, all)
			}
			for i := range chats[0].Segments {
				s := &chats[0].Segments[i]
				if s.Apart != (s.Parent != nil) {
					t.Errorf("segment %s: apart is %v", s.ID, s.Apart)
				}
			}
		})
	}
}

// TestEarlierMessagesOfTheChatAreNotCalledDeleted: a beginning is deleted only if no file of
// the chat has it.
func TestEarlierMessagesOfTheChatAreNotCalledDeleted(t *testing.T) {
	const lost = `"parentUuid":"dddddddd-0000-4000-8000-00000000000d"`
	hanging := func(t *testing.T, root, id, first string, more string) {
		t.Helper()
		talk(t, root, id, first, 20, 3, more)
		path := filepath.Join(root, "projects/-w-otter", id+".jsonl")
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		testlib.Put(t, root, "projects/-w-otter/"+id+".jsonl", bytes.Replace(text, []byte(`"parentUuid":null`), []byte(lost), 1))
	}
	for name, tt := range map[string]struct {
		write func(t *testing.T, root string)
		gone  bool
	}{
		"the record before is in no file": {func(t *testing.T, root string) { t.Helper(); hanging(t, root, planDone, "Fill the pond", "") }, true},
		"the planning is there": {func(t *testing.T, root string) {
			t.Helper()
			talk(t, root, planMade, "Plan the otter pond", 0, 3, "")
			hanging(t, root, planDone, carriedOut(planMade), planFields)
		}, false},
		"a later session has a copy": {func(t *testing.T, root string) {
			t.Helper()
			talk(t, root, planDone, "Fill the pond", 0, 4, "")
			path := filepath.Join(root, "projects/-w-otter", planDone+".jsonl")
			whole, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			testlib.Put(t, root, "projects/-w-otter/"+planLast+".jsonl", bytes.ReplaceAll(whole, []byte(`"sessionId":"`+planDone), []byte(`"sessionId":"`+planLast)))
			testlib.AppendTo(t, root, "projects/-w-otter/"+planLast+".jsonl", []byte(`{"type":"user","uuid":"eeeeeeee-0000-4000-8000-00000000000e","parentUuid":"bbbbbbb3-2222-4000-8000-00000000000b","cwd":"/w/otter","sessionId":"`+planLast+`","timestamp":"2026-11-02T11:00:00.000Z","message":{"role":"user","content":"And more"}}`+"\n"))
			lines := bytes.SplitAfter(whole, []byte("\n"))
			testlib.Put(t, root, "projects/-w-otter/"+planDone+".jsonl", bytes.Join(lines[4:], nil))
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			tt.write(t, root)
			th, err := testlib.Scanned(t, root).Threads.Whole(t.Context(), planDone, "")
			if err != nil {
				t.Fatal(err)
			}
			if th.Gone != tt.gone {
				t.Errorf("the beginning is deleted: %v, want %v", th.Gone, tt.gone)
			}
		})
	}
}
