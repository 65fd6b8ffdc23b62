package window

import (
	"slices"
	"testing"

	"dendro/backend/archive"
)

// TestArchiveDoesOnlyWhatWasPlanned: the page asks the user about a plan, and nothing else can
// be done.
func TestArchiveDoesOnlyWhatWasPlanned(t *testing.T) {
	s := newStage(t)
	chat := s.history.Library.Chats()[0].ID
	for _, kind := range []PlanKind{PlanKeep, PlanDrop} {
		plan, err := s.ArchiveMethods.PlanArchive(kind, []string{chat})
		if err != nil {
			t.Fatal(err)
		}
		if done, err := s.ArchiveMethods.RunArchive(plan.Token); err != nil || done.Sessions != 1 || done.Problem != "" {
			t.Errorf("%s: %+v, %v", kind, done, err)
		}
		state, err := s.ArchiveMethods.Archive()
		if kept := len(state.Chats) == 1; err != nil || kept != (kind == PlanKeep) {
			t.Errorf("%s: %+v, %v", kind, state, err)
		}
		if _, err := s.ArchiveMethods.RunArchive(plan.Token); err == nil {
			t.Errorf("%s: done twice", kind)
		}
	}
	if _, err := s.ArchiveMethods.PlanArchive(PlanDrop, []string{"b"}); err == nil {
		t.Error("planned a chat that does not exist")
	}
	if _, err := s.ArchiveMethods.RunArchive("another one"); err == nil {
		t.Error("did what was not planned")
	}
	if _, err := s.ArchiveMethods.KeepLost("b"); err == nil {
		t.Error("kept a session that cannot be read")
	}
	if err := s.ArchiveMethods.OpenArchive(); err != nil || !slices.Equal(s.did, []string{"reveal " + s.history.ArchiveDir() + "/" + archive.Readme}) {
		t.Errorf("%v, did %q", err, s.did)
	}
}
