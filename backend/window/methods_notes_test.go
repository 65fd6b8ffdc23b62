package window

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestNoteMethods: what the page writes reaches the notes, and removing takes everything but
// the star.
func TestNoteMethods(t *testing.T) {
	s := newStage(t)
	chat := s.history.Library.Chats()[0]
	write := func(note Note) {
		t.Helper()
		for _, err := range []error{
			s.NoteMethods.NoteChat(chat.ID, note), s.NoteMethods.NoteRecord(stageSession, stageReply, note), s.NoteMethods.NoteBranch(stageSession, stagePrompt, note),
		} {
			if err != nil {
				t.Error(err)
			}
		}
	}
	// has fails if another number of records and branches is noted, or the chat has another name.
	has := func(name string, records int) {
		t.Helper()
		n := s.history.Library.Noter.Noted().Of(chat)
		if n == nil || n.Chat == nil || n.Chat.Name != name || !n.Chat.Starred || len(n.Records) != records {
			t.Errorf("%+v", n)
		}
	}
	if err := s.NoteMethods.StarChats([]string{chat.ID}, true); err != nil {
		t.Error(err)
	}
	if err := s.NoteMethods.TagChats([]string{chat.ID}, []string{"a", "b"}, nil); err != nil {
		t.Error(err)
	}
	if err := s.NoteMethods.TagChats([]string{chat.ID}, nil, []string{"a"}); err != nil {
		t.Error(err)
	}
	if n := s.history.Library.Noter.Noted().Of(chat); n == nil || n.Chat == nil || !slices.Equal(n.Chat.Tags, []string{"b"}) {
		t.Errorf("%+v", n)
	}
	note := Note{Name: "n", Tags: []string{"t"}, Note: "text", Keep: true}
	write(note)
	has("n", 2)

	if done, err := s.NoteMethods.ExportNotes(); err != nil || done.File != "" {
		t.Errorf("a cancelled dialog: %+v, %v", done, err)
	}
	if n, err := s.NoteMethods.ImportNotes(); n != -1 || err != nil {
		t.Errorf("a cancelled dialog: %d, %v", n, err)
	}
	s.choice = filepath.Join(t.TempDir(), "notes.json")
	done, err := s.NoteMethods.ExportNotes()
	text, _ := os.ReadFile(s.choice)
	if err != nil || done != (Exported{"notes.json", len(text)}) || !strings.Contains(string(text), stageReply) {
		t.Errorf("%+v, %v, %s", done, err, text)
	}
	if n, err := s.NoteMethods.ImportNotes(); n != 0 || err != nil {
		t.Errorf("imported what is there: %d, %v", n, err)
	}

	note.Keep = false
	write(note)
	has("", 0)
}
