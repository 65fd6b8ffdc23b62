package library_test

import (
	"encoding/json"
	"slices"
	"strings"

	gocmp "github.com/google/go-cmp/cmp"

	"dendro/backend/internal/testlib"
	"dendro/backend/lineage"
	"dendro/backend/session"
	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// leaf checks the branch that a resume continues.
func (v *agreement) leaf() {
	if v.links.Leaf == lineage.None {
		return
	}
	th, err := v.l.Threads.Thread(v.Context(), v.ID, "")
	if err != nil {
		v.Errorf("%s: %v", v.ID, err)
		return
	}
	if th.Tip != v.name(v.links.Leaf) || th.Tip != v.ActiveLeaf {
		v.Errorf("%s: the thread ends at %s, the active leaf is %s and %s", v.ID, th.Tip, v.ActiveLeaf, v.name(v.links.Leaf))
	}
	here := []string{}
	for i := range v.tree.Segments {
		if s := &v.tree.Segments[i]; s.Session == v.ID && s.ResumesHere {
			here = append(here, s.ID)
		}
	}
	if own := v.SegmentOf(int(v.links.Leaf)); own >= 0 && !slices.Equal(here, []string{v.tree.Segments[own].ID}) || len(here) > 1 {
		v.Errorf("%s: a resume goes on from %v, the leaf is in segment %d", v.ID, here, own)
	}
	v.branch(v.links.Tail, "", "leaf")
}

// loads checks that what a client sends are records of the file, and the chain of
// parents where the file has nothing that a client reads otherwise.
func (v *agreement) loads() {
	th, err := v.l.Threads.Thread(v.Context(), v.ID, "")
	if err != nil {
		return
	}
	names := map[string]bool{}
	for i := range v.links.Facts.Nodes {
		names[v.name(int32(i))] = true
	}
	for _, uuid := range th.Loads() {
		if !names[uuid] {
			v.Errorf("%s: %s is loaded and in no file", v.ID, uuid)
		}
	}
	if chain, plain := v.chain(); plain {
		if diff := gocmp.Diff(chain, th.Loads()); diff != "" {
			v.Errorf("%s: loads (-parents +said):\n%s", v.ID, diff)
		}
	}
}

// chain returns the messages above the leaf by parentUuid alone, and whether a client sends
// exactly these: there is no compaction, lost parent, error or call without a result, and
// no response that is partly beside the chain or consists of thinking.
func (v *agreement) chain() (uuids []string, plain bool) {
	uuids = []string{}
	nodes, parents := v.links.Facts.Nodes, v.links.RawParents()
	on, speaks := map[int32]bool{}, map[uint64]bool{}
	for at := v.links.Tail; at != lineage.None && !on[at]; at = parents[at] {
		on[at] = true
		if f := nodes[at].Flags; f.Has(transcript.FlagTurn | transcript.FlagPrompt) {
			uuids = append(uuids, v.name(at))
			speaks[nodes[at].Message] = speaks[nodes[at].Message] || f.Has(transcript.FlagText|transcript.FlagToolUse)
		}
	}
	slices.Reverse(uuids)
	calls := map[int32]bool{} // with a result on the chain
	for i := range on {
		if parents[i] != lineage.None && nodes[i].Flags.Has(transcript.FlagToolResult) {
			calls[parents[i]] = true
		}
	}
	plain = len(v.links.Facts.Compactions)+len(v.links.Dangling) == 0
	for k := range nodes {
		i, f, m := int32(k), nodes[k].Flags, nodes[k].Message
		_, said := speaks[m]
		beside := !on[i] && (m != 0 && said || f.Has(transcript.FlagToolResult) && parents[i] != lineage.None && on[parents[i]])
		mute := on[i] && (m != 0 && !speaks[m] || f.Has(transcript.FlagAPIError|transcript.FlagSidechain) || f.Has(transcript.FlagToolUse) && !calls[i])
		plain = plain && !beside && !mute
	}
	return uuids, plain
}

// contents checks that find, export and comparison use the rows of the thread, including
// those that exist only in files of ancestors.
func (v *agreement) contents(asked, what string) {
	th, err := v.l.Threads.Whole(v.Context(), v.ID, asked)
	if err != nil {
		v.Errorf("%s, %s %s: %v", v.ID, what, asked, err)
		return
	}
	rows, err := th.All(v.Context())
	if err != nil {
		v.Errorf("%s, %s %s: %v", v.ID, what, asked, err)
		return
	}
	v.export(rows, asked, what)
	v.find(rows, asked, what)
	if asked != "" {
		v.compare(th, what)
	}
}

func (v *agreement) export(rows []thread.Row, asked, what string) {
	text, err := v.l.Exporter.Export(v.Context(), session.ExportRequest{Session: v.ID, Tip: asked, What: session.ExportBranch, Format: "json", Thinking: true})
	var document struct{ Rows []struct{ Kind, UUID string } }
	if err == nil {
		err = json.Unmarshal(text, &document)
	}
	if err != nil {
		v.Errorf("%s, %s %s: %v", v.ID, what, asked, err)
		return
	}
	var want, got []string
	for _, r := range rows {
		want = append(want, r.Kind+" "+r.UUID)
	}
	for _, r := range document.Rows {
		got = append(got, r.Kind+" "+r.UUID)
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		v.Errorf("%s, %s %s: export (-thread +export):\n%s", v.ID, what, asked, diff)
	}
}

// find looks for the beginning of the last prompt.
func (v *agreement) find(rows []thread.Row, asked, what string) {
	text := ""
	for _, r := range rows {
		if words := strings.Fields(r.Text); r.Kind == "prompt" && len(words) > 0 {
			text = strings.Join(words[:min(len(words), 8)], " ")
		}
	}
	found, err := testlib.FindIn(v.Context(), v.l, v.ID, asked, text, len(rows)+1)
	if err != nil {
		v.Errorf("%s, %s %s: %v", v.ID, what, asked, err)
	}
	flat := func(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }
	var want, got []int
	for i, r := range rows {
		if r.Tool == nil && text != "" && strings.Contains(flat(r.Text), flat(text)) {
			want = append(want, i)
		}
	}
	for _, f := range found.Rows {
		if len(f.Rows) == 1 && rows[f.Rows[0]].Tool == nil {
			got = append(got, f.Rows[0])
		}
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		v.Errorf("%s, %s %s: find %q (-rows +found):\n%s", v.ID, what, asked, text, diff)
	}
}

// compare checks that a branch and the active one part behind the last segment that
// both go through.
func (v *agreement) compare(th *session.Thread, what string) {
	leaf, err := v.l.Threads.Whole(v.Context(), v.ID, "")
	if err != nil {
		return
	}
	c, err := v.l.Threads.Compare(v.Context(), session.End{Session: v.ID, Tip: th.Tip}, session.End{Session: v.ID})
	if err != nil {
		v.Errorf("%s, %s %s: %v", v.ID, what, th.Tip, err)
		return
	}
	in := map[string]bool{}
	for _, s := range leaf.Segments() {
		in[s.Segment] = true
	}
	from := th.Rows.Len()
	for _, s := range th.Segments() {
		if !in[s.Segment] {
			from = min(from, s.Row)
		}
	}
	var want, got []int
	for _, turn := range th.Rows.Turns() {
		if turn.Row >= from {
			want = append(want, turn.Row)
		}
	}
	for _, turn := range c.Sides[0].Turns {
		got = append(got, turn.Row)
	}
	if !slices.Equal(want, got) || c.Common != len(th.Rows.Turns())-len(want) {
		v.Errorf("%s, %s %s: %d turns in common, then %v, want %v", v.ID, what, th.Tip, c.Common, got, want)
	}
}
