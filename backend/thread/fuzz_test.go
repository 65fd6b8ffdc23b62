package thread

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"dendro/backend/transcript"

	"pgregory.net/rapid"
)

// FuzzThread reads arbitrary lines as a session with an agent: no panic, no hang, no call
// twice, valid JSON, and the same rows page by page.
func FuzzThread(f *testing.F) {
	var s script
	s.user("1", "", "one").
		reply("2", "1", "m", text("a"), use("t1", "Task", obj{"prompt": "p"})).
		with(obj{"isSidechain": true}).user("3", "", "p").
		with(obj{"isSidechain": true}).reply("4", "3", "n", use("t2", "Agent", nil)).
		with(obj{"toolUseResult": obj{"agentId": "A"}}).result("5", "2", "t1", []obj{text("agentId: A"), {"type": "image", "source": obj{"data": "AAAA"}}}).
		with(obj{"logicalParentUuid": "5"}).system("6", "", "compact_boundary", boundaryOf("2", "7", "5")).
		with(obj{"isCompactSummary": true}).user("7", "6", summaryText).
		user("8", "5", "<command-name>/x</command-name>").
		rec("attachment", "9", "8", obj{"attachment": obj{"type": "queued_command", "commandMode": "prompt", "prompt": []obj{text("q")}}}).
		user("1", "9", "again").
		user("a", "b", "round").user("b", "a", "and round").
		with(obj{"isMeta": true}).user("c", "", "Caveat: x").user("d", "c", "<bash-input>x</bash-input>")
	f.Add([]byte(s.b.String()))
	f.Add([]byte(`{"type":"user","uuid":"1","parentUuid":"1","message":{"content":[{"type":"tool_result"},{"type":"tool_use"},"x",7]}}`))
	f.Add([]byte(`{"type":"assistant","uuid":"1","message":{"id":"m","content":{"type":"tool_use","id":"\x","input":"\x"}}}`))
	f.Fuzz(func(t *testing.T, data []byte) { checkAny(t, data) })
}

// checkAny builds a session from arbitrary bytes, with agents whose files hold the same
// bytes.
func checkAny(t failer, data []byte) {
	main, agent := indexOf("main", data), indexOf("agent", data)
	agents := []Agent{{ID: "A", Index: agent, Meta: transcript.AgentMeta{ToolUseID: "t2", ParentAgent: "A"}}, {ID: "B", Index: indexOf("agent", data), Run: "r"}}
	ss := NewSession(main, agents, Options{})
	load := func(_ context.Context, _ string, at Span) ([]byte, error) {
		return data[at.Offset : at.Offset+at.Length], nil
	}
	tips := []transcript.ID{{}}
	for i := 0; i < main.Len(); i += 1 + main.Len()/4 {
		tips = append(tips, main.ID(i))
	}
	for _, tip := range tips {
		th := ss.Thread(tip)
		rows, err := th.Page(context.Background(), 0, -1, load, PageOptions{Nested: true})
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		once := func(what, uuid string, block int) {
			if name := fmt.Sprintf("%s %s %d", what, uuid, block); seen[name] {
				t.Fatal(name + " stands twice")
			} else {
				seen[name] = true
			}
		}
		for _, r := range rows {
			if r.Tool == nil || r.Tool.Name == "(unattached agent)" {
				continue
			}
			if r.Tool.Name != resultAlone {
				once("call", r.UUID, r.Block)
			}
			if r.Tool.ResultUUID != "" {
				once("result", r.Tool.ResultUUID, r.Tool.ResultBlock)
			}
		}
		if _, err := json.Marshal(rows); err != nil {
			t.Fatal(err)
		}
		for from := 0; from < th.Len(); from += 1 + th.Len()/5 {
			if _, err := th.Page(context.Background(), from, 3, load, WindowPage()); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, side := range ss.sides {
		reached := slices.Contains(ss.unattached, side)
		switch {
		case side.isHosted():
			reached = ss.hosted[recordKey{side.call, side.callAt}] != nil
		case side.call != nil:
			reached = ss.started[callKey{side.call, side.number}] != nil
		}
		if !reached {
			t.Fatal("out of reach: " + side.key)
		}
	}
}

type failer interface{ Fatal(...any) }

// TestAnyGraph links records at random.
func TestAnyGraph(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		id := func(what string) string {
			return rapid.SampledFrom(strings.Split("abcdefghijklmnop", "")).Draw(rt, what)
		}
		tool := func() string { return "t" + rapid.SampledFrom([]string{"1", "2", "3", "4"}).Draw(rt, "tool") }
		var s script
		for range rapid.IntRange(1, 25).Draw(rt, "records") {
			parent := id("parent")
			if rapid.IntRange(0, 6).Draw(rt, "root") == 0 {
				parent = ""
			}
			more := obj{}
			if rapid.IntRange(0, 4).Draw(rt, "side") == 0 {
				more["isSidechain"] = true
			}
			if rapid.IntRange(0, 5).Draw(rt, "meta") == 0 {
				more["isMeta"] = true
			}
			if rapid.IntRange(0, 5).Draw(rt, "same") == 0 {
				more["timestamp"] = "2026-03-01T09:00:00.000Z"
			}
			s.with(more)
			switch rapid.IntRange(0, 8).Draw(rt, "what") {
			case 0, 1:
				s.user(id("id"), parent, rapid.SampledFrom([]string{"p", "Caveat: x", "<command-name>c</command-name>", summaryText, "Warmup"}).Draw(rt, "text"))
			case 2, 3:
				s.reply(id("id"), parent, rapid.SampledFrom([]string{"m", "n", ""}).Draw(rt, "message"), text("x"), use(tool(), "Agent", obj{"prompt": "p"}))
			case 4:
				s.reply(id("id"), parent, "m", text("x"))
			case 5:
				more["toolUseResult"] = obj{"agentId": rapid.SampledFrom([]string{"A", "B"}).Draw(rt, "agent")}
				s.with(more).result(id("id"), parent, tool(), "out")
			case 6:
				s.rec("attachment", id("id"), parent, obj{"attachment": obj{"type": "queued_command", "commandMode": "prompt", "prompt": "q"}})
			case 7:
				s.with(nil).system(id("id"), "", "compact_boundary", merge(boundaryOf(id("head"), id("anchor"), id("tail")), obj{"logicalParentUuid": id("logical")}))
			case 8:
				s.system(id("id"), parent, "informational", obj{"content": "i"})
			}
		}
		checkAny(rt, []byte(s.b.String()))
	})
}
