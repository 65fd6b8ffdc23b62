package chattree_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"dendro/backend/chattree"
	"dendro/backend/transcript"
)

// rec is a record of a hand-written file: type, uuid, parent, and other fields. An empty
// parent is null.
type rec struct {
	typ, uuid, parent string
	more              map[string]any
}

func user(uuid, parent, text string) rec {
	return rec{"user", uuid, parent, map[string]any{"message": map[string]any{"role": "user", "content": text}}}
}

func reply(uuid, parent, text string) rec {
	content := []any{map[string]any{"type": "text", "text": text}}
	return rec{"assistant", uuid, parent, map[string]any{"message": map[string]any{"role": "assistant", "id": "msg_" + uuid, "content": content}}}
}

func system(uuid, parent, subtype string) rec {
	return rec{"system", uuid, parent, map[string]any{"subtype": subtype, "content": "x"}}
}

// with returns r with another field.
func (r rec) with(key string, value any) rec {
	more := map[string]any{key: value}
	for k, v := range r.more {
		if k != key {
			more[k] = v
		}
	}
	r.more = more
	return r
}

// file returns a session of consecutive records, one second apart, starting at the given
// minute. Each carries the session's id unless it has another.
func file(id string, minute int, records ...rec) chattree.File {
	var b strings.Builder
	at := time.Date(2026, 10, 1, 8, minute, 0, 0, time.UTC)
	for i, r := range records {
		m := map[string]any{"type": r.typ, "sessionId": id, "timestamp": at.Add(time.Duration(i) * time.Second).Format("2006-01-02T15:04:05.000Z"), "cwd": "/home/ada/" + id[:1]}
		if r.uuid != "" {
			m["uuid"], m["parentUuid"] = r.uuid, any(r.parent)
			if r.parent == "" {
				m["parentUuid"] = nil
			}
		}
		for k, v := range r.more {
			m[k] = v
		}
		line, err := json.Marshal(m)
		if err != nil {
			panic(err)
		}
		b.Write(line)
		b.WriteByte('\n')
	}
	return chattree.File{File: transcript.File{ID: id, Path: "projects/p/" + id + ".jsonl", Root: "/r", Size: int64(b.Len())}, Summary: summarize([]byte(b.String()))}
}

// tree prints the chats of files: one line per session, children below their parents.
func tree(files ...chattree.File) string {
	var b strings.Builder
	for _, c := range chattree.Build(files, nil).Chats() {
		fmt.Fprintf(&b, "%s:\n", c.ID)
		depth := map[string]int{}
		for _, s := range c.Sessions {
			if s.Parent != nil {
				depth[s.ID] = depth[*s.Parent] + 1
			}
			fmt.Fprintf(&b, "%s%s %s", strings.Repeat("  ", depth[s.ID]+1), s.ID, s.Relation)
			if s.MissingParent != "" {
				fmt.Fprintf(&b, " missing=%s", s.MissingParent)
			}
			if s.Parent != nil {
				fmt.Fprintf(&b, " %s at=%s %d+%d", s.Confidence, text(s.ForkPoint), s.Shared, s.Own)
			}
			if len(s.Evidence) > 0 {
				fmt.Fprintf(&b, " %s", strings.Join(s.Evidence, ","))
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func TestPointers(t *testing.T) {
	old := []rec{user("u1", "", "Begin."), reply("a1", "u1", "Begun."), user("u2", "a1", "More."), reply("a2", "u2", "Much more.")}
	boundary := rec{"system", "b1", "", map[string]any{"subtype": "compact_boundary", "logicalParentUuid": "a2"}}
	for _, tt := range []struct {
		name  string
		files []chattree.File
		want  string
	}{
		{
			"the boundary of an auto-continuation lies in a new file",
			[]chattree.File{
				file("old", 0, old...),
				file("new", 10, boundary, user("s1", "b1", "Summary").with("isCompactSummary", true), user("u3", "s1", "On."), reply("a3", "u3", "Yes.")),
			},
			"old:\n  old root\n    new resumed certain at= 0+3 logicalParentUuid\n",
		},
		{
			"parentUuid into another file",
			[]chattree.File{file("old", 0, old...), file("new", 10, user("u3", "a1", "On."), reply("a3", "u3", "Yes."))},
			"old:\n  old root\n    new forked certain at= 0+2 parentUuid\n",
		},
		{
			"a late answer from before a /clear is no lineage",
			[]chattree.File{file("old", 0, old...), file("new", 10, reply("a9", "u2", "Late."), user("u3", "", "Anew."), reply("a3", "u3", "Yes."))},
			"new:\n  new root\nold:\n  old root\n",
		},
		{
			"continued-in",
			[]chattree.File{
				file("old", 0, append(old[:4:4], rec{typ: "continued-in", more: map[string]any{"continuedInSessionId": "11111111-2222-4333-8444-555555555555"}})...),
				file("11111111-2222-4333-8444-555555555555", 10, user("u3", "", "On."), reply("a3", "u3", "Yes.")),
			},
			"old:\n  old root\n    11111111-2222-4333-8444-555555555555 resumed certain at= 0+2 continued-in\n",
		},
		{
			"pointers in a circle",
			[]chattree.File{
				file("one", 0, user("u1", "", "A").with("forkedFrom", map[string]any{"sessionId": "two", "messageUuid": "u1"})),
				file("two", 1, user("u1", "", "A").with("forkedFrom", map[string]any{"sessionId": "one", "messageUuid": "u1"})),
			},
			"one:\n  one root\n    two resumed certain at=u1 1+0 shared-uuids,forkedFrom\n",
		},
		{
			"a fork of itself",
			[]chattree.File{file("one", 0, user("u1", "", "A").with("forkedFrom", map[string]any{"sessionId": "one", "messageUuid": "u1"}))},
			"one:\n  one root\n",
		},
		{
			"records in a circle",
			[]chattree.File{file("one", 0, user("u1", "a2", "A"), reply("a1", "u1", "B"), user("u2", "a1", "C"), reply("a2", "u2", "D"))},
			"one:\n  one root\n",
		},
		{
			"copies that name a session that is gone are siblings",
			[]chattree.File{
				file("left", 0, user("u1", "", "A").with("sessionId", "gone"), reply("a1", "u1", "B"), user("u2", "a1", "C"), reply("a2", "u2", "D")),
				file("right", 5, user("u1", "", "A").with("sessionId", "gone"), reply("a1", "u1", "B"), user("u3", "a1", "C"), reply("a3", "u3", "D")),
			},
			"gone:\n  left root missing=gone sessionId\n  right root missing=gone sessionId\n",
		},
		{
			"unmarked forks of a session that is gone: the first to go on",
			[]chattree.File{
				file("left", 5, user("u1", "", "A").with("timestamp", "2026-10-01T07:00:00.000Z"), reply("a1", "u1", "B").with("timestamp", "2026-10-01T07:00:01.000Z"), user("u2", "a1", "C")),
				file("right", 0, user("u1", "", "A").with("timestamp", "2026-10-01T07:00:00.000Z"), reply("a1", "u1", "B").with("timestamp", "2026-10-01T07:00:01.000Z"), user("u3", "a1", "C")),
			},
			"right:\n  right root\n    left forked inferred at=a1 2+1 shared-uuids\n",
		},
		{
			"a foreign line at the end is no copy",
			[]chattree.File{file("one", 0, user("u1", "", "A"), reply("a1", "u1", "B"), user("u2", "a1", "C").with("sessionId", "elsewhere"))},
			"one:\n  one root\n",
		},
		{
			"files of one place in two roots",
			[]chattree.File{
				file("one", 0, user("u1", "", "A"), reply("a1", "u1", "B")),
				func() chattree.File {
					f := file("two", 5, user("u1", "", "A").with("sessionId", "one"), reply("a1", "u1", "B").with("sessionId", "one"), user("u2", "a1", "C"))
					f.Root = "/other"
					return f
				}(),
			},
			"one:\n  one root\n    two resumed certain at=a1 2+1 shared-uuids,sessionId\n",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := gocmp.Diff(tt.want, tree(tt.files...)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// long is a conversation of ten records.
func long(id string) []rec {
	var list []rec
	last := ""
	for i := range 5 {
		u, a := fmt.Sprint(id, "u", i), fmt.Sprint(id, "a", i)
		list = append(list, user(u, last, "A"), reply(a, u, "B"))
		last = a
	}
	return list
}

// TestDirection names the rules that decide which of two files is the original.
func TestDirection(t *testing.T) {
	at := func(r rec, stamp string) rec { return r.with("timestamp", "2026-10-01T"+stamp+".000Z") }
	u1, a1 := at(user("u1", "", "A"), "07:00:00"), at(reply("a1", "u1", "B"), "07:00:01")
	for _, tt := range []struct {
		name  string
		files []chattree.File
		want  string
	}{
		{
			"(a) the copy carries the original's id",
			[]chattree.File{file("orig", 9, u1, a1, user("u2", "a1", "C")), file("copy", 5, u1.with("sessionId", "orig"), a1, user("u3", "a1", "D"))},
			"orig:\n  orig root\n    copy forked certain at=a1 2+1 shared-uuids,sessionId\n",
		},
		{
			"(b) the shared records stand in the middle of the original",
			[]chattree.File{
				file("orig", 9, u1, a1, system("b1", "", "compact_boundary"), at(user("s1", "b1", "Sum").with("isCompactSummary", true), "07:01:00"), at(user("u2", "s1", "C"), "07:01:01"), at(reply("a2", "u2", "D"), "07:01:02"), user("u9", "a2", "E")),
				file("copy", 5, at(user("s1", "", "Sum").with("isCompactSummary", true), "07:01:00"), at(user("u2", "s1", "C"), "07:01:01"), at(reply("a2", "u2", "D"), "07:01:02"), user("u3", "a2", "F")),
			},
			"orig:\n  orig root\n    copy forked certain at=a2 3+1 shared-uuids\n",
		},
		{
			"(c) the original has nothing else",
			[]chattree.File{file("orig", 9, u1, a1), file("copy", 5, u1, a1, user("u3", "a1", "D"))},
			"orig:\n  orig root\n    copy resumed certain at=a1 2+1 shared-uuids\n",
		},
		{
			"(d) only the copy runs in the background",
			[]chattree.File{file("orig", 9, u1, a1, user("u2", "a1", "C")), file("copy", 5, u1.with("sessionKind", "bg"), a1.with("sessionKind", "bg"), user("u3", "a1", "D"))},
			"orig:\n  orig root\n    copy forked certain at=a1 2+1 shared-uuids,sessionKind\n",
		},
		{
			"(e) the original went on first",
			[]chattree.File{file("copy", 9, u1, a1, user("u2", "a1", "C")), file("orig", 5, u1, a1, user("u3", "a1", "D"))},
			"orig:\n  orig root\n    copy forked inferred at=a1 2+1 shared-uuids\n",
		},
		{
			"continued-in outranks who went on first",
			[]chattree.File{
				file("orig", 9, u1, a1, user("u2", "a1", "C"), rec{typ: "continued-in", more: map[string]any{"continuedInSessionId": "11111111-2222-4333-8444-555555555555"}}),
				file("11111111-2222-4333-8444-555555555555", 5, u1, a1, user("u3", "a1", "D")),
			},
			"orig:\n  orig root\n    11111111-2222-4333-8444-555555555555 forked certain at=a1 2+1 shared-uuids,continued-in\n",
		},
		{
			"copies never have earlier times",
			[]chattree.File{file("orig", 9, u1, a1, user("u2", "a1", "C")), file("copy", 5, u1, at(a1, "07:30:00"), user("u3", "a1", "D"))},
			"orig:\n  orig root\n    copy forked certain at=a1 2+1 shared-uuids\n",
		},
		{
			"records in the middle of both files are no copy",
			[]chattree.File{
				file("one", 0, append(long("x"), user("u1", "", "A"), reply("a1", "u1", "B"))...),
				file("two", 5, append(long("y"), user("u1", "", "A"), reply("a1", "u1", "B"))...),
			},
			"two:\n  two root\none:\n  one root\n",
		},
		{
			"a shared caveat alone is nothing (R0)",
			[]chattree.File{
				file("one", 0, user("c1", "", "Caveat: x").with("isMeta", true), user("u1", "c1", "A"), reply("a1", "u1", "B")),
				file("two", 5, user("c1", "", "Caveat: x").with("isMeta", true), user("u2", "c1", "C"), reply("a2", "u2", "D")),
			},
			"two:\n  two root\none:\n  one root\n",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := gocmp.Diff(tt.want, tree(tt.files...)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
