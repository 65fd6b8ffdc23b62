package thread

import (
	"testing"
	"time"

	"dendro/backend/internal/history"
)

const summaryText = "This session is being continued from a previous conversation that ran out of context."

func boundaryOf(kept ...string) obj {
	meta := obj{"trigger": "auto", "preTokens": 9000, "postTokens": 1200}
	if len(kept) == 3 {
		meta["preservedSegment"] = obj{"headUuid": kept[0], "anchorUuid": kept[1], "tailUuid": kept[2]}
	}
	return obj{"content": "Conversation compacted", "compactMetadata": meta}
}

func TestChain(t *testing.T) {
	tests := []struct {
		name   string
		tip    string
		script func(s *script)
		want   string
	}{
		{"a compaction is one row, and what came before stays", "", func(s *script) {
			s.user("1", "", "one").
				reply("2", "1", "m", text("first")).
				with(obj{"logicalParentUuid": "2"}).system("3", "", "compact_boundary", boundaryOf()).
				with(obj{"isCompactSummary": true, "logicalParentUuid": nil}).user("4", "3", summaryText).
				reply("5", "4", "n", text("second"))
		}, `
			prompt one
			reply first
			compaction ` + summaryText + `
			reply second`},
		{"a boundary whose logical parent is gone follows the file", "", func(s *script) {
			s.user("1", "", "one").
				system("3", "", "compact_boundary", merge(boundaryOf(), obj{"logicalParentUuid": "gone"})).
				with(obj{"isCompactSummary": true}).user("4", "3", summaryText)
		}, `
			prompt one
			compaction ` + summaryText},
		{"1.0.x: the summary is a root of its own", "", func(s *script) {
			s.user("1", "", "one").
				reply("2", "1", "m", text("first")).
				user("3", "", summaryText).
				reply("4", "3", "n", text("second"))
		}, `
			prompt one
			reply first
			compaction ` + summaryText + `
			reply second`},
		{"a kept segment: what follows hangs before the boundary", "", func(s *script) {
			s.user("1", "", "one").
				reply("2", "1", "m", text("kept from here")).
				reply("3", "2", "n", text("to here")).
				with(obj{"logicalParentUuid": "3"}).system("4", "", "compact_boundary", boundaryOf("2", "5", "3")).
				with(obj{"isCompactSummary": true}).user("5", "4", summaryText).
				user("6", "3", "two").
				reply("7", "6", "o", text("second"))
		}, `
			prompt one
			reply kept from here
			reply to here
			compaction ` + summaryText + `
			prompt two
			reply second`},
		{"back to the middle of a kept segment", "", func(s *script) {
			s.user("1", "", "one").
				reply("2", "1", "m", text("kept")).
				user("3", "2", "taken back").
				with(obj{"logicalParentUuid": "3"}).system("4", "", "compact_boundary", boundaryOf("2", "5", "3")).
				with(obj{"isCompactSummary": true}).user("5", "4", summaryText).
				user("6", "2", "instead")
		}, `
			prompt one
			reply kept
			prompt instead`},
		{"old records written again under new uuids", "", func(s *script) {
			same := obj{"timestamp": "2026-03-01T08:00:00.000Z"}
			s.user("1", "", "one").
				with(same).reply("2", "1", "m", text("first")).
				with(obj{"logicalParentUuid": "2"}).system("3", "", "compact_boundary", boundaryOf()).
				with(obj{"isCompactSummary": true}).user("4", "3", summaryText).
				with(same).reply("5", "1", "m", text("first")).
				user("6", "4", "two")
		}, `
			prompt one
			reply first
			compaction ` + summaryText + `
			prompt two`},
		{"… and gone on from there, past the boundary", "", func(s *script) {
			same := obj{"timestamp": "2026-03-01T08:00:00.000Z"}
			s.user("1", "", "one").
				with(same).reply("2", "1", "m", text("first")).
				with(obj{"logicalParentUuid": "2"}).system("3", "", "compact_boundary", boundaryOf()).
				with(obj{"isCompactSummary": true}).user("4", "3", summaryText).
				with(same).reply("2", "1", "m", text("first")).
				user("6", "2", "two")
		}, `
			prompt one
			reply first
			compaction ` + summaryText + `
			prompt two`},
		{"a lost record between a result and a hook", "", func(s *script) {
			s.user("1", "", "one").
				reply("2", "1", "m", use("t1", "Read", nil)).
				result("3", "2", "t1", "x").
				rec("progress", "4", "lost", obj{"data": obj{"type": "hook_progress"}}).
				user("5", "4", "two")
		}, `
			prompt one
			tool Read ok x
			prompt two`},
		{"records in a circle", "2", func(s *script) {
			s.user("1", "2", "one").
				reply("2", "1", "m", text("first")).
				user("3", "3", "two")
		}, `
			prompt one
			reply first`},
		{"one caveat for all commands of a process", "", func(s *script) {
			s.with(obj{"isMeta": true}).user("1", "", "Caveat: The messages below were generated…").
				user("2", "1", "<command-name>/model</command-name>").
				user("3", "2", "one").
				reply("4", "3", "m", text("first")).
				user("5", "1", "<command-name>/cost</command-name>").
				user("6", "5", "<local-command-stdout>$2</local-command-stdout>").
				user("7", "6", "two")
		}, `
			command /model
			prompt one
			reply first
			command /cost
			notice $2
			prompt two`},
		{"a plan with cleared context goes on where the file was", "", func(s *script) {
			s.user("1", "", "plan it").
				reply("2", "1", "m", text("planned")).
				with(obj{"planContent": "…"}).user("3", "", "Implement the following plan: …").
				reply("4", "3", "n", text("done"))
		}, `
			prompt plan it
			reply planned
			prompt Implement the following plan: …
			reply done`},
		{"the first prompt replaced: the other one's conversation is not shown", "", func(s *script) {
			s.user("1", "", "one").
				reply("2", "1", "m", text("first")).
				user("3", "", "better").
				reply("4", "3", "n", text("second"))
		}, `
			prompt better
			reply second`},
		{"records without links are one conversation", "", func(s *script) {
			s.user("1", "", "one").
				reply("2", "", "m", text("first")).
				user("3", "", "two").
				reply("4", "", "n", text("second"))
		}, `
			prompt one
			reply first
			prompt two
			reply second`},
		{"another branch is not shown, nor what only it holds", "", func(s *script) {
			s.user("1", "", "one").
				reply("2", "1", "m", text("first")).
				user("3", "2", "wrong").
				reply("4", "3", "n", text("aha"), use("t1", "Read", nil)).
				user("5", "2", "right").
				reply("6", "5", "o", text("second"))
		}, `
			prompt one
			reply first
			prompt right
			reply second`},
		{"the other tip shows the other branch", "4", func(s *script) {
			s.user("1", "", "one").
				reply("2", "1", "m", text("first")).
				user("3", "2", "wrong").
				reply("4", "3", "n", text("aha")).
				user("5", "2", "right")
		}, `
			prompt one
			reply first
			prompt wrong
			reply aha`},
		{"notices behind the tip, without a further turn", "2", func(s *script) {
			s.user("1", "", "one").
				reply("2", "1", "m", text("first")).
				system("3", "2", "informational", obj{"content": "saved"}).
				system("4", "2", "informational", obj{"content": "later"}).
				user("5", "4", "two").
				system("6", "5", "informational", obj{"content": "much later"})
		}, `
			prompt one
			reply first
			notice saved`},
		{"a local command beside the chain", "", func(s *script) {
			s.user("1", "", "one").
				reply("2", "1", "m", text("first")).
				user("3", "2", "<command-name>/cost</command-name>").
				user("4", "3", "<local-command-stdout>$2</local-command-stdout>").
				user("5", "2", "two")
		}, `
			prompt one
			reply first
			command /cost
			notice $2
			prompt two`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var s script
			tt.script(&s)
			want(t, s.show(t, tt.tip), tt.want)
		})
	}
}

func TestCompactionRow(t *testing.T) {
	var s script
	s.user("1", "", "one").
		with(obj{"logicalParentUuid": "1"}).system("2", "", "compact_boundary", boundaryOf()).
		with(obj{"isCompactSummary": true}).user("3", "2", summaryText)
	row := s.show(t, "")[1]
	if row.UUID != "2" || row.Trigger != "auto" || row.PreTokens != 9000 || row.PostTokens != 1200 {
		t.Errorf("%+v", row)
	}
}

func TestBeginsElsewhere(t *testing.T) {
	tests := []struct {
		name   string
		script func(s *script)
		want   bool
	}{
		{"from nothing", func(s *script) { s.user("1", "", "one") }, false},
		{"a parent that is not here", func(s *script) { s.user("1", "gone", "one") }, true},
		{"a summary", func(s *script) { s.user("1", "", summaryText) }, true},
		{"later records only", func(s *script) { s.user("1", "", "one").user("2", "gone", "two") }, false},
	}
	for _, tt := range tests {
		var s script
		tt.script(&s)
		data := []byte(s.b.String())
		th := NewSession(indexOf("main", data), nil, Options{}).Thread(activeLeaf(data))
		if th.openHead != tt.want {
			t.Errorf("%s: %v", tt.name, th.openHead)
		}
	}
}

// TestCompactions checks the compactions of all versions, with prompts on both sides.
func TestCompactions(t *testing.T) {
	forms := map[string]history.Compaction{
		"plain": {}, "manual": {Trigger: "manual"}, "kept": {Preserve: 3}, "replayed": {Replay: 3}, "replayed anew": {Replay: 3, Fresh: true},
	}
	for _, version := range []string{"1.0.71", "2.0.76", "2.1.42", "2.1.90", "2.1.219"} {
		for name, c := range forms {
			t.Run(version+" "+name, func(t *testing.T) {
				h := history.New(3, time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC))
				s := h.Session(history.Options{Env: history.Env{Cwd: "/x", Version: version}, Plain: true})
				s.Turn("one", "first")
				s.Prompt("two")
				s.Call(history.Bash("make", "Build", "ok", 0, time.Second))
				s.Reply("second")
				s.Compact(c)
				s.Turn("three", "third")
				st := openStore(t, h.FS())
				rows := st.rows(st.session(s.Path(), Options{ID: s.ID}), idOf(s.Leaf()))
				var kinds []string
				for _, r := range rows {
					if r.Kind == "prompt" || r.Kind == "compaction" || r.Kind == "tool" {
						kinds = append(kinds, r.Kind)
					}
				}
				equal(t, kinds, []string{"prompt", "prompt", "tool", "compaction", "prompt"})
			})
		}
	}
}
