package chattree_test

import (
	"testing"
	"unsafe"

	"dendro/backend/chattree"
)

// TestListsHoldNothingOfSummaries: the texts that a list shows are not those of the summary,
// which may be in a mapped file.
func TestListsHoldNothingOfSummaries(t *testing.T) {
	file := placed("a/"+one, 0, talk("1", "")...)
	sum := file.Summary
	sum.CWD, sum.GitBranch, sum.Version, sum.Model = "/home/ada/app", "main", "2.1.0", "claude-x"
	sum.CustomTitle, sum.Outcome.Text = "a title of its own", "it is done"
	for _, c := range chattree.Build([]chattree.File{file}, nil).Chats() {
		s := c.Sessions[0]
		shown := []string{s.Title, s.Name, s.Outcome, s.CWD, s.GitBranch, s.Version, s.Model, string(s.Start), string(s.End), c.Project, c.Title, c.Name, c.GitBranch}
		for _, kept := range []string{sum.CWD, sum.GitBranch, sum.Version, sum.Model, sum.CustomTitle, sum.Outcome.Text, sum.Start, sum.End} {
			for _, text := range shown {
				if text != "" && unsafe.StringData(text) == unsafe.StringData(kept) {
					t.Errorf("%q is the summary's", text)
				}
			}
		}
	}
}
