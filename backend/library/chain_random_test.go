package library_test

import (
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/internal/tests"
	"dendro/backend/lineage"
	"dendro/backend/transcript"
)

// TestRandomChains: of every record of random histories the closed chain, as a file of
// its own, reads as the branch to that record, is closed, and makes a client send what
// it would send if the record were the last one that was written.
func TestRandomChains(t *testing.T) {
	tests.Seeds(t, 200, func(t *testing.T, seed uint64) {
		draw := testlib.NewDraw(seed)
		h, _ := history.Random(draw, 4+draw.IntN(12))
		chains(t, testlib.Write(t, h))
	})
}

// TestRealChains is the same property of the real sets.
func TestRealChains(t *testing.T) {
	for set := range knownSets() {
		t.Run(set, func(t *testing.T) {
			t.Parallel()
			chains(t, tests.Real(t, set))
		})
	}
}

// mostChains bounds how many records of a session are looked at.
const mostChains = 400

func chains(t *testing.T, root string) {
	t.Helper()
	l := unindexed(root)
	if err := l.Catalog.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	for _, c := range l.Chats() {
		for _, s := range c.Sessions {
			links := lineage.New(s.ID, &s.Source.Summary.Facts)
			v := &chained{T: t, Links: links, ways: links.Ways(), rank: map[int32]int{}}
			for i := range links.Reading() {
				v.rank[i] = len(v.rank)
			}
			step := max(1, len(links.Up)/mostChains)
			for i := 0; i < len(links.Up); i += step {
				if at := int32(i); links.Main(at) && !links.Repeat(at) {
					v.check(at)
				}
			}
		}
	}
}

// chained is a session whose chains are checked.
type chained struct {
	*testing.T
	*lineage.Links
	ways *lineage.Ways
	rank map[int32]int
}

func (v *chained) name(i int32) string {
	if i == lineage.None {
		return "-"
	}
	return v.Facts.Names.Text(v.Facts.Nodes[i].ID)
}

func (v *chained) names(list []int32) []string {
	all := []string{}
	for _, i := range list {
		all = append(all, v.name(i))
	}
	return all
}

func (v *chained) flags(i int32) transcript.Flags { return v.Facts.Nodes[i].Flags }

func (v *chained) check(at int32) {
	chain := v.Chain(at)
	if !slices.Contains(chain, at) && !v.flags(at).Has(transcript.FlagBoundary) {
		v.Errorf("%s: the chain of %s does not hold it: %v", v.ID, v.name(at), v.names(chain))
		return
	}
	alone := v.Subset(chain)
	if alone.Tail == lineage.None { // hooks before the first prompt: nothing to continue
		if slices.ContainsFunc(chain, func(i int32) bool { return v.flags(i).Has(transcript.FlagTurn) }) {
			v.Errorf("%s: the chain of %s leads nowhere: %v", v.ID, v.name(at), v.names(chain))
		}
		return
	}
	end := chain[alone.Tail]
	v.closed(at, chain)
	v.reads(at, end, chain, alone)
	v.sends(at, chain, alone)
}

// closed checks that whatever a record of a chain hangs on is in it, and the results of
// its calls; kept messages hang on the compaction.
func (v *chained) closed(at int32, chain []int32) {
	in := map[int32]bool{}
	boundary := lineage.None
	for _, i := range chain {
		in[i] = true
		if v.flags(i).Has(transcript.FlagBoundary) {
			boundary = i
		}
	}
	for _, i := range chain {
		p := v.RawParents()[i]
		if p != lineage.None && !in[p] && i > boundary {
			v.Errorf("%s: %s of the chain of %s hangs on %s, which is not there", v.ID, v.name(i), v.name(at), v.name(p))
		}
	}
	for k := range v.Up {
		i, p := int32(k), v.RawParents()[k]
		if p == lineage.None || in[i] || !in[p] || !v.Main(i) || v.Repeat(i) || p < boundary {
			continue
		}
		if v.flags(i).Has(transcript.FlagToolResult) && v.flags(p).Has(transcript.FlagToolUse) {
			v.Errorf("%s: the chain of %s lacks %s, the result of %s", v.ID, v.name(at), v.name(i), v.name(p))
		}
	}
}

// reads checks that a chain reads like the branch that it was made from: with the same
// messages in order, and nothing missing on the way to its end.
func (v *chained) reads(at, end int32, chain []int32, alone *lineage.Links) {
	in, on := map[int32]bool{}, map[int32]bool{}
	for _, i := range chain {
		in[i] = true
	}
	var want, got []string
	for _, i := range v.ways.Branch(end) {
		if on[i] = true; in[i] && v.flags(i).Has(transcript.FlagTurn) {
			want = append(want, v.name(i))
		}
	}
	for _, k := range alone.Branch(alone.Tail) {
		if i := chain[k]; on[i] && v.flags(i).Has(transcript.FlagTurn) {
			got = append(got, v.name(i))
		}
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		v.Errorf("%s: the chain of %s reads otherwise (-branch +chain):\n%s", v.ID, v.name(at), diff)
	}
	for i := end; i != lineage.None && v.Up[i] == v.RawParents()[i]; i = v.Up[i] {
		if !in[i] {
			v.Errorf("%s: the chain of %s lacks %s, which it goes on from", v.ID, v.name(at), v.name(i))
		}
		if v.flags(i).Has(transcript.FlagBoundary) {
			break
		}
	}
}

// sends compares the messages that a client sends with those of a file without records
// after the last one. If a compaction follows that is not on the branch, the client would
// load that one, and the comparison is meaningless.
func (v *chained) sends(at int32, chain []int32, alone *lineage.Links) {
	in, boundary := map[int32]bool{}, 0
	for _, i := range chain {
		in[i] = true
	}
	var before, behind []int32
	for i := range v.Reading() {
		switch {
		case v.rank[i] < v.rank[at] && !slices.Contains(chain[max(0, slices.Index(chain, at)):], i):
			before = append(before, i)
		case v.rank[i] > v.rank[at] && in[i] && slices.Index(chain, i) < slices.Index(chain, at):
			before = append(before, i) // a result that came late
		}
		if v.rank[i] < v.rank[at] && v.flags(i).Has(transcript.FlagBoundary) && !in[i] {
			boundary++
		}
	}
	if boundary > 0 || len(v.Repeats) > 0 || v.flags(at).Has(transcript.FlagBoundary) {
		return
	}
	behind = chain[slices.Index(chain, at):]
	file := slices.Concat(before, behind)
	prefix := v.Subset(file)
	var want, got []string
	for _, k := range prefix.LoadsBy("2.1.330") {
		want = append(want, v.name(file[k]))
	}
	for _, k := range alone.LoadsBy("2.1.330") {
		got = append(got, v.name(chain[k]))
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		v.Errorf("%s: of the chain of %s is sent (-prefix +chain):\n%s", v.ID, v.name(at), diff)
	}
}
