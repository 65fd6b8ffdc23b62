package lineage_test

import (
	"testing"

	"dendro/backend/lineage"
)

// TestRuleOf: the version of the resuming client decides.
func TestRuleOf(t *testing.T) {
	for version, want := range map[string]lineage.Rule{
		"1.0.0": lineage.LatestTime, "1.0.128": lineage.LatestTime, "2.0.77": lineage.LatestTime, "2.1.100": lineage.LatestTime,
		"2.1.101": lineage.LastRecord, "2.1.119": lineage.LastRecord,
		"2.1.120": lineage.Newest, "2.1.330": lineage.Newest, "2.2.0": lineage.Newest, "3.0.0": lineage.Newest,
		"2.1": lineage.LatestTime, "2": lineage.LatestTime,
		"": lineage.Newest, "latest": lineage.Newest, "2.1.x": lineage.Newest, "2.1.100-beta": lineage.LatestTime,
	} {
		if got := lineage.RuleOf(version); got != want {
			t.Errorf("%q: rule %d, want %d", version, got, want)
		}
	}
}

// TestLeafBy checks the record that a resume continues from, by the client's version, and
// the end of its path if that is another record.
func TestLeafBy(t *testing.T) {
	const (
		begun   = "prompt u1, reply a1, "
		rewound = begun + "prompt u2, reply a2, prompt u3 <a1, reply a3, "
		zeros   = "last zeros"
	)
	for _, tt := range []struct{ name, file, newest, last, latest string }{ // from 2.1.120, 2.1.101–2.1.119, to 2.1.100
		{"the end of a chain", begun + "prompt u2, reply a2", "a2", "a2", "a2"},
		{"nothing", "last u1", "-", "-", "-"},
		{"no message", "system s1, hook h1", "-", "-", "-"},
		{"structure behind it ends the path", begun + "system s1, hook h1", "a1..h1", "a1..h1", "a1..h1"},
		{"late structure below an older message selects that message", rewound + "system s <a2", "a2..s", "a2..s", "a2..s"},
		{"the place in the file, not the time", "prompt u1, reply a1 at=9, prompt u2 <u1 at=2", "u2", "u2", "a1"},
		{"of equal times the first in the file (to 2.1.100)", "prompt u1, reply a1 at=5, reply a2 <u1 at=5", "a2", "a2", "a1"},
		{"progress is passed over", begun + "prompt u2, progress p <a1", "u2", "u2", "u2"},
		{"sidechains are", begun + "prompt x <a1 side", "a1", "a1", "a1"},
		{"… unless nothing else is left", "prompt x1 side, reply x2 side", "x2", "x2", "x2"},
		{"teams and meta records are not", begun + "prompt u2, reply n <u1 team", "n", "n", "n"},
		{"… meta ones", begun + "prompt u2, meta n <a1", "n", "n", "n"},
		{"the notice of a fork is not, whatever queueTranscriptOnly says (2.1.330)", begun + "prompt u2, reply a2, prompt q <a1 queued", "q", "q", "q"},
		{"structure below which no message stands is", begun + "system s1 <-, hook h1", "a1", "a1", "a1"},
		{"a circle of structure", begun + "system s1 <s2, system s2 <s1, system s3 <s2", "a1", "a1", "a1"},

		{"an unanswered call is dropped before 2.1.300", begun + "prompt u2, call c1", "c1", "u2..c1", "u2..c1"},
		{"… one after the other", begun + "prompt u2, reply a2, call c1, call c2", "c2", "a2..c2", "a2..c2"},
		{"… not an answered one", begun + "call c1, result r1", "r1", "r1", "r1"},
		{"… not where its result hangs elsewhere on the path", "prompt u1, call c1 id=m, call c2 id=m, result r1 <c1, system s <c1", "c1..s", "c1..s", "c1..s"},
		{"… one whose result hangs on a hook below it is not", begun + "call c1, hook h, result r1, progress p, last c1", "r1", "r1", "r1"},
		{"… not where nothing else is left", "call c1", "c1", "c1", "c1"},
		{"… whichever version wrote it", begun + "prompt u2, call c1 v=2.1.330", "c1", "u2..c1", "u2..c1"},

		{"last-prompt: a leaf that the last record does not come from (2.1.120+)", rewound + "last a2", "a2", "a3", "a3"},
		{"… any record, mid-branch", begun + "prompt u2, reply a2, prompt u3, reply a3, prompt u4 <a1, last a2", "a2", "u4", "u4"},
		{"… structure", begun + "prompt u2, reply a2, system s, prompt u4 <a1, last s", "a2..s", "u4", "u4"},
		{"… also where records follow it", begun + "prompt u2, reply a2, last a2, prompt u3 <a1, reply a3", "a2", "a3", "a3"},
		{"… the last one counts", rewound + "last a2, last a3", "a3", "a3", "a3"},
		{"… an ancestor of the last record does not", begun + "prompt u2, reply a2, last a1", "a2", "a2", "a2"},
		{"… but where it is explicit and nothing follows it", begun + "prompt u2, reply a2, last a1 explicit", "a1", "a2", "a2"},
		{"… or nothing but progress", begun + "prompt u2, reply a2, last a1 explicit, progress p", "a1", "a2", "a2"},
		{"… or a sidechain", begun + "prompt u2, reply a2, last a1 explicit, prompt x side", "a1", "a2", "a2"},
		{"… not with a later system record", begun + "prompt u2, reply a2, last a1 explicit, system s", "a2..s", "a2..s", "a2..s"},
		{"… or attachment", begun + "prompt u2, reply a2, last a1 explicit, hook h", "a2..h", "a2..h", "a2..h"},
		{"… not with a later record", begun + "prompt u2, last a1 explicit, reply a2", "a2", "a2", "a2"},
		{"… not with a later last-prompt that is not", begun + "prompt u2, reply a2, last a1 explicit, last a2", "a2", "a2", "a2"},
		{"… all zeros cancel what was named before", rewound + "last a2, " + zeros, "a3", "a3", "a3"},
		{"… explicit ones as well", rewound + "last a2, " + zeros + " explicit", "a3", "a3", "a3"},
		{"… not what is named behind them", rewound + zeros + " explicit, last a2", "a2", "a3", "a3"},
		{"… an unknown one leaves the last record, and does not fall back", rewound + "last a2, last gone", "a3", "a3", "a3"},

		{"a parent that is lost: what is at most five seconds older (2.1.120–2.1.330)", begun + "prompt u2 at=10, reply a2 at=11, prompt u3 <gone at=15.9, system s at=16, last u2", "u3..s", "u3..s", "u3..s"},
		{"… not more", begun + "prompt u2 at=10, reply a2 at=11, prompt u3 <gone at=16.1, system s at=17, last u2", "u2", "u3..s", "u3..s"},
		{"… structure as well; not to 2.1.100", begun + "system s <gone", "a1..s", "a1..s", "a1"},
		{"… nothing hangs on null", begun + "prompt u2, reply a2, prompt u3 <-, last a2", "a2", "u3", "u3"},
		{"… nor on what is later", begun + "prompt u2 at=10, reply a2 at=12, prompt u3 <gone at=11, last a2", "a2", "u3", "a2"},
		{"… nor on a sidechain", begun + "prompt x <a1 side at=9, system s <gone at=9.5", "a1", "a1", "a1"},

		{"pruned by a compaction: the leaf that a last-prompt names (2.1.120+)", rewound + "boundary b <- logical=a3 head=a3 anchor=s tail=a3 kept=a3, summary s, prompt u4, last a2", "u4", "u4", "u4"},
		{"… the record with the newest time (to 2.1.100) is not", "prompt u1, reply a1 at=99, prompt u2, reply a2, boundary b <- logical=a2 anchor=s kept=a2, summary s, prompt u3", "u3", "u3", "a1"},
		{"… the last record, where only what was kept is left", "prompt u1, reply a1, prompt u2, reply a2, boundary b <- logical=a2 anchor=b kept=a1", "a1", "a1", "a2"},
		{"… not what it kept", rewound + "boundary b <- logical=a3 head=u3 anchor=s tail=a3 kept=u3+a3, summary s, prompt u4 <b, last a3", "a3", "u4", "u4"},
		{"… nor where compactions keep nothing", rewound + "boundary b <- logical=a3, summary s, prompt u4, last a2", "a2", "u4", "u4"},
		{"… nor where what is kept is not in the file", rewound + "boundary b <- logical=a3 kept=a3+gone anchor=s, summary s, prompt u4, last a2", "a2", "u4", "u4"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := file(t, tt.file)
			for client, want := range map[string]string{"": tt.newest, "2.1.101": tt.last, "2.0.77": tt.latest} {
				leaf, end := l.LeafBy(client)
				got := name(l, leaf)
				if end != leaf {
					got += ".." + name(l, end)
				}
				if got != want {
					t.Errorf("client %q: %s\ngot  %s\nwant %s", client, tt.file, got, want)
				}
			}
			if leaf, end := l.LeafBy(""); l.Leaf != leaf || l.Tail != end {
				t.Errorf("the links say %s..%s", name(l, l.Leaf), name(l, l.Tail))
			}
		})
	}
}

// TestCancelledLeaf: a last-prompt of zeros cancels every named leaf (2.1.120+).
func TestCancelledLeaf(t *testing.T) {
	l := file(t, "prompt u1, reply a1, last a1 explicit, last zeros")
	if f := l.Facts; !f.LastPromptLeaf.IsZero() || f.LastPromptExplicit || f.LastPromptAt != 0 {
		t.Errorf("leaf %s, explicit %v, at %d", f.Names.Text(f.LastPromptLeaf), f.LastPromptExplicit, f.LastPromptAt)
	}
}
