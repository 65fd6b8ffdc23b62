package library_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dendro/backend/internal/testlib"
	"dendro/backend/library"
)

const outputSession = "88aa0f5e-0004-4c6a-9d3e-5f0a1b2c3d4e"

// outputRoot writes a session whose two calls have outputs in files of their own, as a
// copied history names them: one in toolUseResult, one in the text only. The files are left
// to the test.
func outputRoot(t *testing.T) string {
	root := t.TempDir()
	lines := `{"type":"user","uuid":"d0000001-0000-4000-8000-000000000000","parentUuid":null,"sessionId":"S","cwd":"/w","timestamp":"2026-11-02T10:00:00.000Z","message":{"role":"user","content":"begin"}}
{"type":"assistant","uuid":"d0000002-0000-4000-8000-000000000000","parentUuid":"d0000001-0000-4000-8000-000000000000","sessionId":"S","timestamp":"2026-11-02T10:00:01.000Z","message":{"id":"msg_1","role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"Bash","input":{"command":"make"}}]}}
{"type":"user","uuid":"d0000003-0000-4000-8000-000000000000","parentUuid":"d0000002-0000-4000-8000-000000000000","sessionId":"S","timestamp":"2026-11-02T10:00:02.000Z","toolUseResult":{"stdout":"","stderr":"","persistedOutputPath":"C:\\Users\\me\\.claude\\projects\\w\\S\\tool-results\\b1.txt"},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"<persisted-output>\nOutput too large (200KB). Full output saved to: elsewhere\n\nPreview:\nline 0 of the build\n</persisted-output>"}]}}
{"type":"assistant","uuid":"d0000004-0000-4000-8000-000000000000","parentUuid":"d0000003-0000-4000-8000-000000000000","sessionId":"S","timestamp":"2026-11-02T10:00:03.000Z","message":{"id":"msg_2","role":"assistant","content":[{"type":"tool_use","id":"toolu_2","name":"WebFetch","input":{"url":"x"}}]}}
{"type":"user","uuid":"d0000005-0000-4000-8000-000000000000","parentUuid":"d0000004-0000-4000-8000-000000000000","sessionId":"S","timestamp":"2026-11-02T10:00:04.000Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_2","content":[{"type":"text","text":"<persisted-output>\nFull output saved to: /home/me/.claude/projects/w/S/tool-results/w2.txt\nPreview: x\n</persisted-output>"}]}]}}
{"type":"assistant","uuid":"d0000006-0000-4000-8000-000000000000","parentUuid":"d0000005-0000-4000-8000-000000000000","sessionId":"S","timestamp":"2026-11-02T10:00:05.000Z","message":{"id":"msg_3","role":"assistant","content":[{"type":"text","text":"done"}]}}
`
	testlib.Put(t, root, "projects/-w/"+outputSession+".jsonl", []byte(strings.ReplaceAll(lines, `"S"`, `"`+outputSession+`"`)))
	return root
}

const outputDir = "projects/-w/" + outputSession + "/tool-results/"

// longOutput is a text of some 200 KB with words at its beginning, in its middle and at its end.
func longOutput() []byte {
	var b strings.Builder
	for i := range 4000 {
		fmt.Fprintf(&b, "line %d of the build, nothing special in it\n", i)
		switch i {
		case 3:
			b.WriteString("early QUETZAL\n")
		case 2000:
			b.WriteString("halfway axolotl\n")
		}
	}
	b.WriteString("last: ünïcode pangolin")
	return []byte(b.String())
}

// found returns the records that a query finds, once for each hit.
func found(t *testing.T, l *library.Library, query string) (records []string) {
	t.Helper()
	for _, hit := range testlib.Hits(t, l, query).Hits {
		records = append(records, hit.UUID[:8]+" "+hit.Kind)
	}
	return records
}

// TestSearchFindsOutputsInFilesOfTheirOwn checks that all of an output is searched, as one
// text of its record, and that the snippet shows where.
func TestSearchFindsOutputsInFilesOfTheirOwn(t *testing.T) {
	root := outputRoot(t)
	testlib.Put(t, root, outputDir+"b1.txt", longOutput())
	testlib.Put(t, root, outputDir+"w2.txt", []byte("the page says narwhal\xff"))
	testlib.Put(t, root, outputDir+"unnamed.txt", []byte("nobody names this manatee"))
	l := testlib.Scanned(t, root)
	for query, want := range map[string]string{
		"quetzal":                        "[d0000003 result]",
		"axolotl":                        "[d0000003 result]",
		"PANGOLIN":                       "[d0000003 result]",
		"ÜNÏCODE":                        "[d0000003 result]",
		"quetzal pangolin":               "[d0000003 result]", // in pieces far apart
		`"early quetzal" "line 3999 of"`: "[d0000003 result]",
		"/quetzal[^x]*halfway/":          "[d0000003 result]",
		"/quetzal[^b]*halfway/":          "[]",
		"/(?s)quetzal.*pangolin/":        "[d0000003 result]",
		"/halfway axol/":                 "[d0000003 result]",
		"Preview":                        "[d0000005 result d0000003 result]", // once each
		"build":                          "[d0000003 result]",
		"quetzal -axolotl":               "[]",
		"Preview -quetzal":               "[d0000005 result]",
		"narwhal":                        "[d0000005 result]",
		"narwhal tool:WebFetch":          "[d0000005 result]",
		"narwhal tool:Bash":              "[]",
		"narwhal in:prompts":             "[]",
		"narwhal quetzal":                "[]",
		"manatee":                        "[]",
	} {
		if got := fmt.Sprint(found(t, l, query)); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	if hit := testlib.Hits(t, l, "axolotl").Hits; len(hit) != 1 || !strings.Contains(hit[0].Snippet, "halfway axolotl") || hit[0].ToolUseID != "toolu_1" {
		t.Errorf("the hit: %+v", hit)
	}
}

// TestOutputsThatComeLaterAreFound checks that a scan notices an output that appears,
// changes and goes, though its transcript stays as it is; and that a session grows on.
func TestOutputsThatComeLaterAreFound(t *testing.T) {
	root := outputRoot(t)
	l := testlib.Scanned(t, root)
	step := func(what, query, want string) {
		t.Helper()
		if err := l.Catalog.Scan(t.Context(), false); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(found(t, l, query)); got != want {
			t.Errorf("%s: %s: %s, want %s", what, query, got, want)
		}
	}
	step("without", "wombat", "[]")
	testlib.Put(t, root, outputDir+"w2.txt", []byte("a wombat"))
	step("it appears", "wombat", "[d0000005 result]")
	testlib.Put(t, root, outputDir+"w2.txt", []byte("a bilby"))
	at := filepath.Join(root, filepath.FromSlash(outputDir+"w2.txt"))
	if err := os.Chtimes(at, time.Time{}, testlib.Begin.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	step("it changes", "bilby", "[d0000005 result]")
	step("it changes", "wombat", "[]")
	testlib.Put(t, root, outputDir+"b1.txt", longOutput())
	step("another one", "pangolin", "[d0000003 result]")
	testlib.AppendTo(t, root, "projects/-w/"+outputSession+".jsonl", []byte(`{"type":"user","uuid":"d0000007-0000-4000-8000-000000000000","parentUuid":"d0000006-0000-4000-8000-000000000000","sessionId":"`+outputSession+`","timestamp":"2026-11-02T10:01:00.000Z","message":{"role":"user","content":"and a numbat"}}`+"\n"))
	step("it grows", "numbat", "[d0000007 prompt]")
	step("it grows", "pangolin", "[d0000003 result]")
	step("it grows", "bilby", "[d0000005 result]")
	if err := os.Remove(at); err != nil {
		t.Fatal(err)
	}
	step("it goes", "bilby", "[]")
	step("it goes", "Preview", "[d0000005 result d0000003 result]")
}

// TestOutputsDoNotFollowLinksOut checks that a name leads out of the session's directory
// neither by its path nor by a link.
func TestOutputsDoNotFollowLinksOut(t *testing.T) {
	root := outputRoot(t)
	testlib.Put(t, root, "secret.txt", []byte("a wombat"))
	testlib.Put(t, root, "projects/-w/b1.txt", []byte("a wombat"))
	testlib.Put(t, root, outputDir+"other.txt", nil)
	for link, target := range map[string]string{"b1.txt": filepath.Join(root, "secret.txt"), "w2.txt": "../../b1.txt"} {
		if err := os.Symlink(target, filepath.Join(root, filepath.FromSlash(outputDir), link)); err != nil {
			t.Fatal(err)
		}
	}
	if got := found(t, testlib.Scanned(t, root), "wombat"); len(got) > 0 {
		t.Error(got)
	}
}

// TestOutputsStayIndexed checks that a second start with the store finds what the first
// has read.
func TestOutputsStayIndexed(t *testing.T) {
	root, cached := outputRoot(t), t.TempDir()
	testlib.Put(t, root, outputDir+"b1.txt", longOutput())
	for range 2 {
		l, _ := testlib.Keeping(root, cached, false)
		if err := l.Catalog.Scan(t.Context(), false); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(found(t, l, "pangolin quetzal")); got != "[d0000003 result]" {
			t.Error(got)
		}
		l.Catalog.Flush()
	}
}
