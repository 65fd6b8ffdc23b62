package chattree_test

import (
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"dendro/backend/chattree"
)

// signal makes a copy, or its original, show one of the direction rules. Each edits the
// records of a file: two shared ones and a prompt of its own.
type signal struct {
	name             string
	copied, original func(of, other string, records []rec) []rec
	evidence         string
}

// signals are the rules, strongest first.
var signals = []signal{
	{
		name: "later times (R1, -p of 1.0.x)",
		copied: func(_, _ string, r []rec) []rec {
			r[1] = r[1].with("timestamp", "2026-10-01T07:30:00.000Z")
			return r
		},
	},
	{
		name: "it starts with what is shared, the original does not (R1, F3)",
		original: func(of, _ string, r []rec) []rec {
			return append([]rec{user("x"+of, "", "X"), reply("y"+of, "x"+of, "Y")}, r...)
		},
	},
	{
		name: "session_id names the original (2.1.250+)",
		copied: func(_, other string, r []rec) []rec {
			r[1] = r[1].with("session_id", other)
			return r
		},
		evidence: ",requestSessionId",
	},
	{
		name: "fork_inherit (reported for 2.1.27x+)",
		copied: func(_, _ string, r []rec) []rec {
			return append([]rec{{typ: "history-suppression", more: map[string]any{"cause": "fork_inherit"}}}, r...)
		},
		evidence: ",history-suppression",
	},
	{
		name: "one promptId for what is copied and what is asked first (2.1.250+)",
		copied: func(of, _ string, r []rec) []rec {
			for i := range r {
				if r[i].typ == "user" && !strings.HasPrefix(r[i].uuid, "x") {
					r[i] = r[i].with("promptId", "p-"+of)
				}
			}
			return r
		},
		original: func(of, _ string, r []rec) []rec {
			for i := range r {
				if r[i].typ == "user" {
					r[i] = r[i].with("promptId", "p-"+of+"-"+r[i].uuid)
				}
			}
			return r
		},
		evidence: ",promptId",
	},
	{
		name: "the head's queue-operation is later than what is shared (-p, 2.1.100+)",
		copied: func(_, _ string, r []rec) []rec {
			return append([]rec{{typ: "queue-operation", more: map[string]any{"timestamp": "2026-10-01T08:00:00.000Z"}}}, r...)
		},
		original: func(_, _ string, r []rec) []rec {
			return append([]rec{{typ: "queue-operation", more: map[string]any{"timestamp": "2026-10-01T06:59:00.000Z"}}}, r...)
		},
		evidence: ",queue-operation",
	},
	{
		name: "written in one block (2.0.77+)",
		original: func(_, _ string, r []rec) []rec {
			return slices.Insert(r, len(r)-1, rec{typ: "file-history-snapshot"})
		},
		evidence: ",written-at-once",
	},
	{
		name: "never its leaf: the original's last-prompt (2.1.150+)",
		copied: func(of, _ string, r []rec) []rec {
			return append(r, rec{typ: "last-prompt", more: map[string]any{"leafUuid": "u" + of}})
		},
		original: func(_, _ string, r []rec) []rec {
			return append(r, rec{typ: "last-prompt", more: map[string]any{"leafUuid": "a1"}})
		},
		evidence: ",last-prompt",
	},
	{
		name: "it runs in the background (2.1.14x+)",
		copied: func(_, _ string, r []rec) []rec {
			for i := range r {
				if r[i].uuid != "" {
					r[i] = r[i].with("sessionKind", "bg")
				}
			}
			return r
		},
		evidence: ",sessionKind",
	},
}

// sharedBy returns the records that two files have, and the first prompt of one of them.
func sharedBy(id string) []rec {
	return []rec{
		user("u1", "", "A").with("timestamp", "2026-10-01T07:00:00.000Z"), reply("a1", "u1", "B").with("timestamp", "2026-10-01T07:00:01.000Z"),
		user("u"+id, "a1", "Own"),
	}
}

func edited(by func(of, other string, records []rec) []rec, of, other string, records []rec) []rec {
	if by == nil {
		return records
	}
	return by(of, other, records)
}

// TestSignals: each rule alone finds the copy, although it continued first.
func TestSignals(t *testing.T) {
	for _, s := range signals {
		t.Run(s.name, func(t *testing.T) {
			got := tree(
				file("orig", 9, edited(s.original, "orig", "copy", sharedBy("orig"))...),
				file("copy", 5, edited(s.copied, "copy", "orig", sharedBy("copy"))...),
			)
			if want := "orig:\n  orig root\n    copy forked certain at=a1 2+1 shared-uuids" + s.evidence + "\n"; got != want {
				t.Errorf("(-want +got):\n%s", gocmp.Diff(want, got))
			}
		})
	}
}

// TestNoSignal: without evidence, the file that continued first counts as the original,
// with inferred confidence. Marks that both files have are ignored.
func TestNoSignal(t *testing.T) {
	prepend := func(line rec) func(of, other string, records []rec) []rec {
		return func(_, _ string, records []rec) []rec { return append([]rec{line}, records...) }
	}
	for _, tt := range []struct {
		name       string
		late, soon func(of, other string, records []rec) []rec
	}{
		{"nothing at all", nil, nil},
		{"another cause of a history-suppression", nil, prepend(rec{typ: "history-suppression", more: map[string]any{"cause": "other"}})},
		{"both name the other", signals[2].copied, signals[2].copied},
		{"both inherit", signals[3].copied, signals[3].copied},
		{"both were asked under one prompt", signals[4].copied, signals[4].copied},
		{"both were queued behind", signals[5].copied, signals[5].copied},
		{"a queue-operation before what is shared", signals[5].original, nil},
		{"a queue-operation inside", nil, func(_, _ string, r []rec) []rec {
			return append(r, rec{typ: "queue-operation", more: map[string]any{"timestamp": "2026-10-01T08:00:00.000Z"}})
		}},
		{"both have a snapshot before the first prompt of their own", signals[6].original, signals[6].original},
		{"a snapshot in the head of one of them", prepend(rec{typ: "file-history-snapshot"}), nil},
		{"both have been at a shared leaf", signals[7].original, signals[7].original},
		{"a last-prompt at a record of its own", signals[7].copied, nil},
		{"both run in the background", signals[8].copied, signals[8].copied},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := tree(
				file("late", 9, edited(tt.late, "late", "soon", sharedBy("late"))...),
				file("soon", 5, edited(tt.soon, "soon", "late", sharedBy("soon"))...),
			)
			if want := "soon:\n  soon root\n    late forked inferred at=a1 2+1 shared-uuids\n"; got != want {
				t.Errorf("(-want +got):\n%s", gocmp.Diff(want, got))
			}
		})
	}
}

// TestStrength: of two contradicting rules the stronger one wins.
func TestStrength(t *testing.T) {
	for i, strong := range signals {
		for _, weak := range signals[i+1:] {
			t.Run(strong.name+" before "+weak.name, func(t *testing.T) {
				records := func(of, other string, by ...func(of, other string, records []rec) []rec) []rec {
					list := sharedBy(of)
					for _, edit := range by {
						list = edited(edit, of, other, list)
					}
					return list
				}
				_, s := chattree.Build([]chattree.File{
					file("orig", 9, records("orig", "copy", strong.original, weak.copied)...),
					file("copy", 5, records("copy", "orig", strong.copied, weak.original)...),
				}, nil).Session("copy")
				if text(s.Parent) != "orig" || s.Confidence != chattree.ConfidenceCertain {
					t.Errorf("parent %q, %s", text(s.Parent), s.Confidence)
				}
			})
		}
	}
}

// TestRequestSessionID: copied replies name the session that made them as requestSessionId
// (2.1.330).
func TestRequestSessionID(t *testing.T) {
	records := sharedBy("copy")
	records[1] = records[1].with("requestSessionId", "orig")
	got := tree(file("orig", 9, sharedBy("orig")...), file("copy", 5, records...))
	if want := "orig:\n  orig root\n    copy forked certain at=a1 2+1 shared-uuids,requestSessionId\n"; got != want {
		t.Errorf("(-want +got):\n%s", gocmp.Diff(want, got))
	}
}

// TestSubsetIsTheOriginal: if all of a file is in another one, which continued, that one is the copy,
// even if something precedes its own records.
func TestSubsetIsTheOriginal(t *testing.T) {
	copied := slices.Insert(sharedBy("copy"), 2, rec{typ: "file-history-snapshot"})
	got := tree(file("orig", 9, sharedBy("orig")[:2]...), file("copy", 5, copied...))
	if want := "orig:\n  orig root\n    copy resumed certain at=a1 2+1 shared-uuids\n"; got != want {
		t.Errorf("(-want +got):\n%s", gocmp.Diff(want, got))
	}
}

// TestDirectionFastReply: the first reply of a fork precedes its prompt, and so all copied
// records (2.1.139). It does not count as conversation that the original lacks.
func TestDirectionFastReply(t *testing.T) {
	at := func(r rec, second string) rec { return r.with("timestamp", "2026-10-01T07:00:0"+second+".000Z") }
	u1, a1 := at(user("u1", "", "A"), "0"), at(reply("a1", "u1", "B"), "1")
	original := file("orig", 9, u1, rec{typ: "file-history-snapshot"}, a1, user("u2", "a1", "C"))
	copied := file("copy", 5, reply("a3", "u3", "F"), u1, a1, user("u3", "a1", "E"))
	want := "orig:\n  orig root\n    copy forked certain at=a1 2+2 shared-uuids,written-at-once\n"
	if diff := gocmp.Diff(want, tree(original, copied)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
