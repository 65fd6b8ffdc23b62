package chattree_test

import (
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"dendro/backend/chattree"
)

// TestEqualUUIDsOfUnrelatedFiles: equal uuids connect sessions only where at least half of
// the messages that have them are equal, or one session names the other.
func TestEqualUUIDsOfUnrelatedFiles(t *testing.T) {
	on := func(day string, records ...rec) []rec {
		list := make([]rec, len(records))
		for i, r := range records {
			list[i] = r.with("timestamp", "2026-10-"+day+"T07:00:0"+string(rune('0'+i))+".000Z").with("version", "2.1.215")
		}
		return list
	}
	words := func(a, b, c, d string) []rec {
		return []rec{user("1", "", a), reply("2", "1", b), user("3", "2", c), reply("4", "3", d)}
	}
	for _, tt := range []struct {
		name  string
		files []chattree.File
		want  string
	}{
		{
			"other texts",
			[]chattree.File{file("a", 0, on("01", words("A?", "A.", "B?", "B.")...)...), file("b", 0, on("01", words("C?", "C.", "D?", "D.")...)...)},
			"a:\n  a root\nb:\n  b root\n",
		},
		{
			"equal texts at other times",
			[]chattree.File{file("a", 0, on("01", words("A?", "A.", "B?", "B.")...)...), file("b", 0, on("02", words("A?", "A.", "B?", "B.")...)...)},
			"b:\n  b root\na:\n  a root\n",
		},
		{
			"two conversions, each exported twice",
			[]chattree.File{
				file("a", 0, on("01", words("A?", "A.", "B?", "B.")...)...), file("b", 0, on("02", words("C?", "C.", "D?", "D.")...)...),
				file("a2", 0, on("01", then(words("A?", "A.", "B?", "B."), []rec{user("5", "4", "E?")})...)...),
				file("b2", 0, on("02", then(words("C?", "C.", "D?", "D."), []rec{user("5", "4", "F?")})...)...),
			},
			"b:\n  b root\n    b2 resumed certain at=4 4+1 shared-uuids\na:\n  a root\n    a2 resumed certain at=4 4+1 shared-uuids\n",
		},
		{
			"a copy of which half was pruned",
			[]chattree.File{
				file("a", 0, on("01", words("A?", "A.", "B?", "B.")...)...),
				file("b", 0, on("01", then(words("A?", "-", "B?", "-"), []rec{user("5", "4", "E?")})...)...),
			},
			"a:\n  a root\n    b resumed certain at=4 4+1 shared-uuids\n",
		},
		{
			"a pruned original that its fork names",
			[]chattree.File{
				file("a", 0, on("01", words("-", "-", "-", "-")...)...),
				file("b", 0, on("01", then(marked("a", words("A?", "A.", "B?", "B.")...), []rec{user("5", "4", "E?")})...)...),
			},
			"a:\n  a root\n    b resumed certain at=4 4+1 shared-uuids,forkedFrom\n",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := gocmp.Diff(tt.want, tree(tt.files...)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
