package chattree_test

import (
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"dendro/backend/chattree"
)

// TestCopiesUnderAnyName: a file whose name contains a session's id, and whose records carry
// it, is a copy or a duplicate of that session.
func TestCopiesUnderAnyName(t *testing.T) {
	begun := early(talk("1", "")...)
	for _, name := range []string{"Copy of " + one, "conflict-" + one + "-laptop", "~" + strings.ToUpper(one)} {
		want := "ID\n  ID a/ID =a/" + strings.NewReplacer(one, "ID", upper, "UPPER").Replace(name) + "\n"
		if diff := gocmp.Diff(want, claimed(placed("a/"+one, 0, begun...), placed("a/"+name, 1, begun...))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	other := placed("a/Copy of "+one, 1, by("11111111-2222-4333-8444-555555555555", begun...)...)
	if got := chattree.Build([]chattree.File{other}, nil).Chats(); len(got) != 1 || got[0].ID != "Copy of "+one {
		t.Errorf("a file whose records carry another id is taken for a copy: %+v", got)
	}
}

// TestSummaryNamesItsTranscript: a session that begins with the summary of another one's
// conversation continues that one.
func TestSummaryNamesItsTranscript(t *testing.T) {
	const old = "99999999-2222-4333-8444-555555555555"
	summary := func(path string) rec {
		return user("s1", "", "This session is being continued from a previous conversation.\n\nIf you need details, read the full transcript at: "+path+"\nContinue.").with("isCompactSummary", true)
	}
	for _, tt := range []struct{ name, path, want string }{
		{"POSIX", "/home/ada/.claude/projects/-x/" + old + ".jsonl", old + ":\n  " + old + " root\n    new forked certain at= 0+3 summary-transcript\n"},
		{"Windows", `C:\Users\ada\.claude\projects\x\` + old + ".jsonl", old + ":\n  " + old + " root\n    new forked certain at= 0+3 summary-transcript\n"},
		{"a transcript that is nowhere", "/x/88888888-2222-4333-8444-555555555555.jsonl", "new:\n  new root\n" + old + ":\n  " + old + " root\n"},
		{"no transcript", "the wiki", "new:\n  new root\n" + old + ":\n  " + old + " root\n"},
	} {
		files := []chattree.File{file(old, 0, talk("1", "")...), file("new", 9, append([]rec{summary(tt.path)}, talk("2", "s1")...)...)}
		if diff := gocmp.Diff(tt.want, tree(files...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}
