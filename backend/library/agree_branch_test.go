package library_test

import (
	"cmp"
	"slices"
	"strings"

	gocmp "github.com/google/go-cmp/cmp"

	"dendro/backend/lineage"
	"dendro/backend/session"
	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// branch checks everything that is said of the branch to a tip. The thread is opened
// with the name asked: "" for where claude would go on.
func (v *agreement) branch(tip int32, asked, what string) {
	last := v.segment(v.links.Original(tip))
	if last < 0 || !v.links.Main(tip) {
		if v.links.Main(tip) && !v.aside(tip) {
			v.Errorf("%s: %s %s is in no segment", v.ID, what, v.name(tip))
		}
		return
	}
	records, way := v.ways.Branch(tip), v.tree.way(last)
	v.records(tip, records, way, what)
	th, err := v.l.Threads.Thread(v.Context(), v.ID, asked)
	if err != nil {
		v.Errorf("%s, %s %s: %v", v.ID, what, asked, err)
		return
	}
	shown := v.rows(th, records, what)
	v.segments(th, way, shown, what)
	v.splits(th, way, what)
	v.turns(th, records, what)
	if strings.HasPrefix(what, "segment") {
		v.counts(th, way, what)
	}
	if v.deep {
		v.contents(asked, what)
	}
}

// records checks that a branch holds the records of the segments on the way to its tip,
// except those after the tip, and no others but late notices.
func (v *agreement) records(tip int32, branch []int32, way []int, what string) {
	in := make(map[int32]bool, len(branch))
	for _, i := range branch {
		in[i] = true
		if at := v.segment(i); !slices.Contains(way, at) && !v.aside(i) && (i < tip || !lineage.Structure(v.node(i).Flags)) {
			v.Errorf("%s, %s %s: record %s (%d) is in segment %d, which is not on %v", v.ID, what, v.name(tip), v.name(i), i, at, way)
		}
	}
	for k := range v.links.Up {
		i := int32(k)
		if v.links.Main(i) && !v.links.Repeat(i) && !in[i] && slices.Contains(way, v.SegmentOf(k)) && !v.behind(i, tip) {
			v.Errorf("%s, %s %s (%d): record %s (%d) of segment %d is missing on %v", v.ID, what, v.name(tip), tip, v.name(i), i, v.SegmentOf(k), way)
		}
	}
}

// behind reports whether a record comes from the tip of a branch.
func (v *agreement) behind(i, tip int32) bool {
	for tip = v.links.Original(tip); i != lineage.None && i != tip; {
		i = v.links.Up[i]
	}
	return i == tip
}

// aside reports whether a record may be drawn elsewhere: hooks that an ancestor has
// too, and those before an own first prompt that was replaced.
func (v *agreement) aside(i int32) bool {
	return v.SegmentOf(int(i)) < 0 && lineage.Structure(v.node(i).Flags)
}

// rows checks that the rows of a thread are those of the branch's records in their
// order, and returns the first row of each segment.
func (v *agreement) rows(th *session.Thread, branch []int32, what string) map[int]int {
	place := make(map[int32]int, len(branch))
	for k, i := range branch {
		place[i] = k
	}
	shown, before := map[int]int{}, -1
	for row, it := range th.Rows.Items() {
		if it.Record < 0 {
			continue
		}
		k, on := place[it.Record]
		if !on || k < before {
			v.Errorf("%s, %s %s: row %d is of %s (%d), out of order or not on the branch", v.ID, what, th.Tip, row, v.name(it.Record), it.Record)
		}
		before = max(before, k)
		if at := v.segment(it.Record); at >= 0 {
			if _, known := shown[at]; !known {
				shown[at] = row
			}
		}
	}
	return shown
}

// segments checks that a thread goes through the segments on the way to its tip, one
// behind the other.
func (v *agreement) segments(th *session.Thread, way []int, shown map[int]int, what string) {
	var want, got []session.SegmentAt
	for _, at := range way {
		if row, ok := shown[at]; ok {
			want = append(want, session.SegmentAt{Row: row, Segment: v.tree.Segments[at].ID})
		}
	}
	for _, s := range th.Segments() {
		if _, ok := shown[v.tree.at[s.Segment]]; ok || !slices.Contains(way, v.tree.at[s.Segment]) {
			got = append(got, s)
		}
	}
	if !slices.IsSortedFunc(want, func(a, b session.SegmentAt) int { return cmp.Compare(a.Row, b.Row) }) {
		v.Errorf("%s, %s %s: the segments are mixed: %v", v.ID, what, th.Tip, want)
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		v.Errorf("%s, %s %s: segments (-tree +thread):\n%s", v.ID, what, th.Tip, diff)
	}
}

// splits checks that a thread names the places where the tree goes several ways, and
// all of these.
func (v *agreement) splits(th *session.Thread, way []int, what string) {
	rows := map[string]int{}
	for _, s := range th.Segments() {
		rows[s.Segment] = s.Row
	}
	want, got := map[string]bool{}, map[string]bool{} // first records, by whether the thread goes on there
	for _, at := range way {
		id := v.tree.Segments[at].ID
		if _, on := rows[id]; !on {
			continue
		}
		if kids := v.tree.kids[id]; len(kids) > 1 {
			for _, k := range kids {
				_, active := rows[v.tree.Segments[k].ID]
				want[v.tree.Segments[k].First] = active
			}
		}
	}
	for _, s := range th.Splits() {
		active := 0
		for _, b := range s.Branches {
			got[b.First] = b.Active
			if b.Active {
				active++
			}
		}
		if active > 1 || active == 0 && s.Row != th.Rows.Len()-1 {
			v.Errorf("%s, %s %s: split %+v", v.ID, what, th.Tip, s)
		}
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		v.Errorf("%s, %s %s: splits (-tree +thread):\n%s", v.ID, what, th.Tip, diff)
	}
}

// turns checks that the outline is the prompts and messages of a branch, and the commands
// that somebody answered.
func (v *agreement) turns(th *session.Thread, branch []int32, what string) {
	var want, got []string
	for _, i := range branch {
		if f := v.node(i).Flags; f.Has(transcript.FlagAsks) || f.IsPrompt() {
			want = append(want, v.name(i))
		}
	}
	items := th.Rows.Items()
	for _, turn := range th.Rows.Turns() {
		switch it := items[turn.Row]; it.Kind {
		case thread.RowPrompt, thread.RowMessage:
			got = append(got, v.name(it.Record))
		case thread.RowCommand:
			if !v.node(it.Record).Flags.Has(transcript.FlagCommand) {
				v.Errorf("%s, %s %s: a turn begins at %s", v.ID, what, th.Tip, v.name(it.Record))
			}
		default:
			v.Errorf("%s, %s %s: a turn begins at a row of kind %s", v.ID, what, th.Tip, it.Kind)
		}
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		v.Errorf("%s, %s %s: turns (-records +outline):\n%s", v.ID, what, th.Tip, diff)
	}
}
