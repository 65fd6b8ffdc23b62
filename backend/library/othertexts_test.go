package library_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/internal/testlib"
)

const forked = "6e1d4a0f-2222-4333-8444-555555555555"

// TestOtherTextsUnderOneUUIDAreFound: a record that another file has with other content is
// searched under its own session, and makes its file no duplicate.
func TestOtherTextsUnderOneUUIDAreFound(t *testing.T) {
	whole := spoken("/home/ada/x", "a: trace the caracal", "b: and the lynx")
	pruned := bytes.ReplaceAll(whole, []byte("caracal"), []byte("[cleared]"))
	pruned = bytes.ReplaceAll(pruned, []byte("lynx"), []byte("[gone]"))
	fork := strings.ReplaceAll(string(whole), `"sessionId":"`+several+`"`, `"sessionId":"`+forked+`"`)
	marked := ""
	for _, line := range strings.SplitAfter(strings.TrimSpace(fork), "\n") {
		uuid := strings.Split(line, `"uuid":"`)[1][:36]
		marked += fmt.Sprintf(`{"forkedFrom":{"sessionId":%q,"messageUuid":%q},%s`, several, uuid, line[1:])
	}
	const at, other = "projects/-home-ada-x/" + several + ".jsonl", "projects/-y/" + several + ".jsonl"
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  map[string][]string // sessions by word
	}{
		{
			"an original that was pruned in place after /branch",
			map[string]string{at: string(pruned), "projects/-home-ada-x/" + forked + ".jsonl": marked + "\n"},
			map[string][]string{"caracal": {forked}, "[cleared]": {"ID"}, "trace": {forked, "ID"}},
		},
		{
			"a pruned file and its backup",
			map[string]string{at: string(pruned), other: string(whole)},
			map[string][]string{"caracal": {"ID~2"}, "lynx": {"ID~2"}, "[gone]": {"ID"}},
		},
		{
			"a prompt of a copy, edited without a change of its length",
			map[string]string{at: string(whole), other: strings.Replace(string(whole), "trace the caracal", "trace the ocelots", 1)},
			map[string][]string{"ocelots": {"ID~2"}, "caracal": {"ID"}, "lynx": {"ID"}},
		},
		{
			"equal copies",
			map[string]string{at: string(whole), other: string(whole)},
			map[string][]string{"caracal": {"ID"}},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root := t.TempDir()
			for name, text := range tt.files {
				testlib.Put(t, root, name, []byte(text))
			}
			l := testlib.Scanned(t, root)
			for word, want := range tt.want {
				if diff := cmp.Diff(want, sessionsOf(t, l, word)); diff != "" {
					t.Errorf("%s (-want +got):\n%s", word, diff)
				}
				for _, turn := range testlib.Ranked(t, l, word).Turns {
					if _, err := l.Threads.Locate(t.Context(), turn.Session, "", turn.UUID, 0); err != nil {
						t.Errorf("the turn of %s in %s does not open: %v", word, turn.Session, err)
					}
				}
			}
		})
	}
}

// TestCountedUUIDsConnectNothing: the uuids of a converter that counts are equal in files
// that have nothing in common.
func TestCountedUUIDsConnectNothing(t *testing.T) {
	root := t.TempDir()
	for i, words := range []string{"aardvark burrow", "badger sett", "caribou range"} {
		var b strings.Builder
		for n, text := range []string{"tell me of the " + words, "the " + words + " is large", "thanks", "welcome"} {
			role, parent := "user", "null"
			if n%2 == 1 {
				role = "assistant"
			}
			if n > 0 {
				parent = fmt.Sprintf(`"00000000-0000-4000-8000-%012d"`, n)
			}
			fmt.Fprintf(&b, `{"type":%q,"uuid":"00000000-0000-4000-8000-%012d","parentUuid":%s,"cwd":"/x","timestamp":"2026-10-0%dT08:00:0%d.000Z","message":{"role":%q,"content":%q}}`+"\n",
				role, n+1, parent, i+1, n, role, text)
		}
		testlib.Put(t, root, fmt.Sprintf("projects/-x/talk%d.jsonl", i+1), []byte(b.String()))
	}
	l := testlib.Scanned(t, root)
	if chats := l.Chats(); len(chats) != 3 {
		t.Fatalf("%d chats", len(chats))
	}
	for word, want := range map[string][]string{"aardvark": {"talk1"}, "badger": {"talk2"}, "caribou": {"talk3"}} {
		if diff := cmp.Diff(want, sessionsOf(t, l, word)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", word, diff)
		}
		turns := testlib.Ranked(t, l, word).Turns
		if len(turns) != 1 || turns[0].Session != want[0] {
			t.Errorf("ranked %s: %+v", word, turns)
		}
	}
}
