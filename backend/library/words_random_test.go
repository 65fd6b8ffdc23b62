package library_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"dendro/backend/internal/testlib"
	"dendro/backend/internal/tests"
)

// TestWhateverAUserRecordSaysIsARowAndAHit puts texts together from envelopes of the client,
// parts of them, lines that it writes, and words, with and without a record of who typed
// them: each word is in a row, and found. No text has two envelopes: of those, the row shows
// what the first one means.
func TestWhateverAUserRecordSaysIsARowAndAHit(t *testing.T) {
	tests.Seeds(t, 30, func(t *testing.T, seed uint64) {
		draw := testlib.NewDraw(seed)
		var file strings.Builder
		var words []string
		texts := map[string]string{}
		parent := any(nil)
		for n := range 12 {
			text := ""
			for range 1 + draw.IntN(3) {
				word := fmt.Sprintf("otter%dx%d", seed, len(words))
				piece := pieces[draw.IntN(len(pieces))]
				for strings.Contains(text, "</") && strings.Contains(piece, "</") {
					piece = pieces[draw.IntN(len(pieces))]
				}
				text += strings.ReplaceAll(piece, "%", word)
				words = append(words, word)
			}
			for _, word := range words {
				if strings.Contains(text, word) {
					texts[word] = text
				}
			}
			parent = sayLine(&file, draw, n, parent, "user", text)
			parent = sayLine(&file, draw, n, parent, "assistant", []any{map[string]string{"type": "text", "text": "Yes."}})
		}
		root := t.TempDir()
		testlib.Put(t, root, "projects/-home-ada-x/"+several+".jsonl", []byte(file.String()))
		l := testlib.Scanned(t, root)
		b, err := l.Threads.Thread(t.Context(), several, "")
		if err != nil {
			t.Fatal(err)
		}
		rows, err := b.All(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		shown := strings.Join(rowLines(rows), "\n")
		for _, word := range words {
			if !strings.Contains(shown, word+" ") {
				t.Errorf("%s of %q is in no row", word, texts[word])
			}
			if len(testlib.Hits(t, l, word+" -in:titles").Hits) == 0 {
				t.Errorf("%s of %q is not found", word, texts[word])
			}
		}
	})
}

// pieces are parts of texts; % is a word. Each word has a blank behind it.
var pieces = []string{
	"% here ", "\n% there\n", "Caveat: the % is unstable ", "[Request interrupted by user] is what % says ",
	"<system-reminder>\nToday is % day.\n</system-reminder>\n", "<system-reminder> % without an end ",
	"<bash-stdout>% of a shell</bash-stdout>", "<bash-stdout>% of a shell", "<bash-input>echo % now</bash-input>",
	"<local-command-stdout>Set to % now</local-command-stdout>",
	"<command-name>/model</command-name>\n<command-message>model</command-message>\n<command-args>% opus</command-args>",
	"<task-notification>\n<task-id>b1</task-id>\n<summary>% is done</summary>\n</task-notification>\n",
	"{\"task_id\":\"b1\",\"description\":\"% is pushed\",\"task_type\":\"local_bash\"}",
	"This session is being continued from a previous conversation about % only ",
	"<scheduled-task name=\"nightly\">\nCount % now\n</scheduled-task>", "</bash-stdout> % behind an end ",
	"<pasted_content id=\"6bd8\">\n% was pasted\n</pasted_content id=\"6bd8\">", "<unknown-tag>% inside</unknown-tag>",
	"Base directory for this skill: where is % kept ",
}

// sayLine writes a record that continues parent, and returns its uuid.
func sayLine(to *strings.Builder, draw *rand.Rand, n int, parent any, role string, content any) string {
	uuid := fmt.Sprintf("%08x-0000-4000-8000-%012x", n, len(role))
	record := map[string]any{
		"type": role, "uuid": uuid, "parentUuid": parent, "sessionId": several, "cwd": "/home/ada/x", "version": "2.1.215",
		"timestamp": testlib.Begin.Add(time.Duration(n) * time.Minute).Format(time.RFC3339),
		"message":   map[string]any{"role": role, "content": content, "id": "msg_" + uuid},
	}
	if role == "user" && draw.IntN(3) == 0 {
		record["origin"], record["promptSource"] = map[string]string{"kind": "human"}, "typed"
	}
	line, _ := json.Marshal(record) //nolint:errchkjson // strings and maps
	to.Write(append(line, '\n'))
	return uuid
}
