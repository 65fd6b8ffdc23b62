package search_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"dendro/backend/internal/tests"
	"dendro/backend/search"
	"dendro/backend/transcript"

	"github.com/google/go-cmp/cmp"
)

// M is any JSON object, such as a record.
type M = map[string]any

func uuid(n int) string { return fmt.Sprintf("00000000-0000-4000-8000-%012d", n) }

func at(n int) string {
	return time.Date(2026, 5, 1, 10, 0, n, 0, time.UTC).Format("2006-01-02T15:04:05.000Z")
}

// user returns a prompt whose uuid and time are those of number n.
func user(n int, text string) M {
	return M{"type": "user", "uuid": uuid(n), "timestamp": at(n), "message": M{"role": "user", "content": text}}
}

func assistant(n int, blocks ...any) M {
	return M{"type": "assistant", "uuid": uuid(n), "timestamp": at(n), "message": M{
		"role": "assistant", "model": "claude-opus-4-5", "content": blocks,
	}}
}

func text(s string) M     { return M{"type": "text", "text": s} }
func thinking(s string) M { return M{"type": "thinking", "thinking": s, "signature": "c2lnbmF0dXJl"} }

func use(id, name string, input M) M {
	return M{"type": "tool_use", "id": id, "name": name, "input": input}
}

func result(n int, id string, content any) M {
	return M{"type": "user", "uuid": uuid(n), "timestamp": at(n), "toolUseResult": M{"stdout": "copyword"}, "message": M{
		"role": "user", "content": []any{M{"type": "tool_result", "tool_use_id": id, "content": content}},
	}}
}

func with(m M, key string, value any) M {
	m[key] = value
	return m
}

func jsonLines(t testing.TB, records ...M) []byte {
	t.Helper()
	var b []byte
	for _, r := range records {
		line, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		b = append(append(b, line...), '\n')
	}
	return b
}

// write writes a session file and returns its path.
func write(t testing.TB, dir, name string, records ...M) string {
	t.Helper()
	path := filepath.Join(dir, "projects", "-p", name+".jsonl")
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, jsonLines(t, records...), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func mixed() []M {
	return []M{
		user(1, "Why does the  needle\n\tslip away?"),
		assistant(2, thinking("a needle of thought"), text("Because the needle is smooth."), use("t1", "Bash", M{"command": "grep needle /tmp", "keyword": 1})),
		result(3, "t1", []any{text("one needle"), M{"type": "image", "source": M{"type": "base64", "data": "bmVlZGxlneedle"}}}),
		with(user(4, "This session is being continued from a previous conversation: needle."), "isCompactSummary", true),
		user(5, "<command-name>/sew</command-name><command-args>needle fast</command-args>"),
		user(6, "<local-command-stdout>needle broke</local-command-stdout>"),
		with(user(7, "needle, injected"), "isMeta", true),
		with(assistant(8, text("API Error: needle")), "isApiErrorMessage", true),
		{"type": "progress", "uuid": uuid(9), "timestamp": at(9), "data": M{"message": "needle"}},
		{"type": "attachment", "uuid": uuid(10), "timestamp": at(10), "attachment": M{"type": "queued_command", "commandMode": "prompt", "prompt": "and a needle"}},
		{"type": "queue-operation", "content": "needle"},
	}
}

func TestKinds(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "s", mixed()...)
	w := load(t, dir)
	for in, want := range map[string][]string{
		"default":       {"title ", "prompt 10", "notice 8", "notice 6", "command 5", "summary 4", "result 3", "reply 2", "prompt 1"},
		"in:prompts":    {"prompt 10", "command 5", "summary 4", "prompt 1"},
		"in:replies":    {"reply 2"},
		"in:thinking":   {"thinking 2"},
		"in:tools":      {"tool 2"},
		"in:results":    {"notice 8", "notice 6", "result 3"},
		"in:titles":     {"title "},
		"tool:bash":     {"result 3", "tool 2"},
		"tool:Read":     nil,
		"-tool:Bash":    {"title ", "prompt 10", "notice 8", "notice 6", "command 5", "summary 4", "reply 2", "prompt 1"},
		"-in:results":   {"title ", "prompt 10", "command 5", "summary 4", "reply 2", "prompt 1"},
		"model:opus":    {"notice 8", "reply 2", "prompt 10", "notice 6", "command 5", "summary 4", "result 3", "prompt 1"},
		"-model:opus":   nil,
		"is:superseded": nil,
		"project:nope":  nil,
	} {
		src := "needle " + in
		if in == "default" {
			src = "needle"
		}
		var got []string
		for _, h := range w.all(t, src).Hits {
			n := strings.TrimLeft(strings.TrimPrefix(h.UUID, uuid(0)[:24]), "0")
			got = append(got, h.Kind+" "+n)
		}
		if in == "model:opus" { // the order is tested elsewhere
			if len(got) != len(want) {
				t.Errorf("%s: %q", in, got)
			}
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", in, diff)
		}
	}
	for _, src := range []string{"copyword", "keyword", "bmVlZGxl", "c2lnbmF0dXJl", "injected", "command-name"} {
		if r := w.all(t, src); r.Total != 0 {
			t.Errorf("%s is not a text, but was found: %s", src, short(r.Hits))
		}
	}
}

// TestToolOfAReusedCallID filters results by the tool of their own call, in a file that also
// uses its id for calls of other tools.
func TestToolOfAReusedCallID(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "s",
		user(1, "go"),
		assistant(2, use("call_1", "Read", M{"file_path": "/a"})), result(3, "call_1", []any{text("a needle in a file")}),
		assistant(4, use("call_1", "Bash", M{"command": "ls"})), result(5, "call_1", []any{text("a needle in a list")}),
	)
	w := load(t, dir)
	for in, want := range map[string]string{"tool:Read": uuid(3), "tool:Bash": uuid(5), "-tool:Bash": uuid(3)} {
		hits := w.all(t, "needle "+in).Hits
		if len(hits) != 1 || hits[0].UUID != want {
			t.Errorf("%s: %s", in, short(hits))
		}
	}
}

// TestMessagesAreFound finds delivered messages by their text without the envelope, and by
// their sender.
func TestMessagesAreFound(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "s",
		with(user(1, "<cross-session-message from-name=\"harbour\">\nraise the buoy\n</cross-session-message>"), "isMeta", true),
		with(with(user(2, "dim the buoy"), "isMeta", true), "origin", M{"kind": "channel", "server": "pager"}),
		user(3, "<teammate-message teammate_id=\"mara\">\n{\"type\":\"idle_notification\",\"buoy\":1}\n</teammate-message>"),
	)
	w := load(t, dir)
	for query, want := range map[string]string{
		"buoy -in:titles": "notice 3,prompt 2,message 1,", "buoy in:prompts": "prompt 2,message 1,", "harbour": "message 1,", "pager": "prompt 2,",
		"cross-session-message": "", "in:results buoy": "notice 3,",
	} {
		got := ""
		for _, h := range w.all(t, query).Hits {
			got += h.Kind + " " + strings.TrimLeft(strings.TrimPrefix(h.UUID, uuid(0)[:24]), "0") + ","
		}
		if got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
}

// TestDocumentsAreFound finds documents by their name and text, and pictures by their source.
func TestDocumentsAreFound(t *testing.T) {
	dir := t.TempDir()
	notes := M{"type": "document", "title": "tides.txt", "source": M{"type": "text", "data": "the buoy drifts"}}
	path := M{"type": "text", "text": "[Image: source: /a/harbour.png]"}
	write(t, dir, "s",
		M{"type": "user", "uuid": uuid(1), "timestamp": at(1), "message": M{"content": []any{notes}}},
		M{"type": "user", "uuid": uuid(2), "timestamp": at(2), "message": M{"content": []any{path, M{"type": "image"}}}},
		M{"type": "user", "uuid": uuid(3), "timestamp": at(3), "isMeta": true, "message": M{"content": []any{path, M{"type": "image"}, notes}}},
	)
	w := load(t, dir)
	for query, want := range map[string]string{"buoy": "notice 3,prompt 1,", "tides.txt -in:titles": "notice 3,prompt 1,", "harbour": "notice 3,prompt 2,", "source": ""} {
		got := ""
		for _, h := range w.all(t, query).Hits {
			got += h.Kind + " " + strings.TrimLeft(strings.TrimPrefix(h.UUID, uuid(0)[:24]), "0") + ","
		}
		if got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
}

func TestHit(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "s", mixed()...)
	w := load(t, dir)
	r := w.all(t, `"needle /tmp"`)
	want := []search.Hit{{
		Session: "s", UUID: uuid(2), Kind: "tool", Time: transcript.Time(at(2)), Snippet: "grep needle /tmp", Ranges: [][2]int{{5, 16}},
		AlsoIn: []string{}, Chat: "s", Block: 2, Tool: "Bash", ToolUseID: "t1",
	}}
	if diff := cmp.Diff(want, r.Hits); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if r.Total != 1 || !r.Complete {
		t.Errorf("%+v", r)
	}
	data, err := json.Marshal(w.all(t, "nothingofthekind"))
	if err != nil || !strings.Contains(string(data), `"hits":[]`) {
		t.Errorf("%s %v", data, err)
	}
}

func TestSnippet(t *testing.T) {
	long := strings.Repeat("word ", 100)
	tests := []struct{ text, query, want string }{
		{"short needle here", "needle", "short [needle] here"},
		{"a  needle\n\tslips", "needle", "a [needle] slips"},
		{"two\nlines", `"two` + "\n" + `lines"`, "[two lines]"},
		{long + "needle " + long, "needle", "…" + strings.Repeat("word ", 9) + "[needle] " + strings.Repeat("word ", 17) + "word…"},
		{"needle " + strings.Repeat("word ", 26) + "overboard", "needle over", "[needle] " + strings.Repeat("word ", 26) + "[over]boa…"},
		{"针" + strings.Repeat("海", 200), "针", "[针]" + strings.Repeat("海", 143) + "…"},
		{"ΣΊΣΥΦΟΣ rolls", "σίσυφος", "[ΣΊΣΥΦΟΣ] rolls"},
		{"Ⱥ and more", "ⱥ", "[Ⱥ] and more"},
		{"cafe\u0301 au lait", "café", "[café] au lait"},
		{"登录页面有错误", "页面", "登录[页面]有错误"},
		{"👩\u200d💻 needle", "needle", "👩\u200d💻 [needle]"},
		{"aaaa", "aa", "[aa][aa]"},
		{"foobar", "foo oba", "[fooba]r"},
		{"x\x1b[31mred\x1b[0m \x1b[1;32m✓\x1b[K done", "red", "x[red] ✓ done"},
		{"red \x1b[31", "red", "[red] "},
		{"re\x1b[31md “hat”", `red "hat"`, "[red] \"[hat]\""},
		{"f(x) = cachedValue;", `/cached\w+/`, "f(x) = [cachedValue];"},
		{"one\ntwo\nthree", "/^two$/", "one [two] three"},
		{"first far " + long + " needle and thread together", "thread needle", "…word word word word word word word word word [needle] and [thread] together"},
		{"thread far " + long + " needle far " + long + " a needle with a thread, and a needle and thread", "needle thread", "…word word word a [needle] with a [thread], and a [needle] and [thread]"},
		{"keep none of it", "keep -gone", "[keep] none of it"},
		{"# Tides\n\n**Only** the `needle`, **not** \"the hay\": **`it`**, in **重**字", "needle", "Tides Only the [needle], not \"the hay\": it, in 重字"},
		{"a **needle** and `**hay**`", `"**needle"`, "a [**needle] and **hay"},
		{"C# #1 2**3 f(x)**2 a ** b src/**/*.go needle `**x`", "needle", "C# #1 2**3 f(x)**2 a ** b src/**/*.go [needle] **x"},
		{"see [the needle](src/a.go), [the chart](src/needle.md) and hay[0](1) of [2]", "needle", "see the [needle], [the chart](src/[needle].md) and hay[0](1) of [2]"},
		{"see [the chart](src/图.go) for a needle", "needle", "see the chart for a [needle]"},
		{"needle\n==========\n#### hay ──────── 1", "needle", "[needle] === hay ─── 1"},
		{"needle [==========] ", "====", "needle [[====][====]==] "},
		{"<teammate-message teammate_id=\"mara\" summary=\"buoys\">\nNo **needle**.\n</teammate-message>", "needle", "No [needle]."},
	}
	for _, test := range tests {
		dir := t.TempDir()
		write(t, dir, "s", user(1, test.text))
		r := load(t, dir).all(t, test.query+" in:prompts")
		if len(r.Hits) != 1 {
			t.Errorf("%s in %.40q: %d hits", test.query, test.text, len(r.Hits))
			continue
		}
		if got := marked(r.Hits[0]); got != test.want {
			t.Errorf("%s in %.40q:\n got %s\nwant %s", test.query, test.text, got, test.want)
		}
	}
}

// marked puts brackets around a snippet's ranges.
func marked(h search.Hit) string {
	var b strings.Builder
	runes := []rune(h.Snippet)
	last := 0
	for _, r := range h.Ranges {
		b.WriteString(string(runes[last:r[0]]) + "[" + string(runes[r[0]:r[1]]) + "]")
		last = r[1]
	}
	return b.String() + string(runes[last:])
}

func TestEveryWayOfWriting(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "projects", "-p", "s.jsonl")
	write(t, dir, "s", user(1, "x"))
	line := `{"type":"user","uuid":"` + uuid(1) + `","message":{"content":"d\u00e9j\u00E0 \u0076u \ud83d\ude42 a\/b \"q\" C:\\Users <tag> 1\t2"}}` + "\n"
	if err := os.WriteFile(path, []byte(line), 0o600); err != nil {
		t.Fatal(err)
	}
	w := load(t, dir)
	for _, src := range []string{"déjà", "DÉJÀ", "de\u0301ja\u0300", "vu", "🙂", "a/b", `"\"q\""`, `C:\Users`, `c:\users`, "<tag>", "\"1\t2\"", "/j. vu/"} {
		if r := w.all(t, src+" in:prompts"); r.Total != 1 {
			t.Errorf("%s: %d hits", src, r.Total)
		}
	}
}

func TestTextIsFoundAsItIsShown(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "s",
		user(1, "x"),
		assistant(2, use("toolu_1", "Bash", M{"command": "make"})),
		result(3, "toolu_1", "\x1b[31mERR\x1b[0mOR: cannot find \x1b[1mhippo\x1b[22mpotamus in \x1b]8;;https://example.com/x\x1b\\the docs\x1b]8;;\x1b\\"),
		user(4, "the caf\u00e9 in Z\u00fcrich doesn\u2019t have \u201cｗｉｄｅ\u201d ｶﾞﾗｽ, oﬃce, soft\u00adware"),
		user(5, "plain cafe and garasu, software, doesn't"),
	)
	w := load(t, dir)
	for _, test := range []struct {
		src   string
		total int
	}{
		{"error", 1},
		{`"cannot find hippopotamus"`, 1},
		{"hippopotamus", 1},
		{`"the docs"`, 1},
		{"/hippo.*docs/", 1},
		{"8;;https", 0},
		{"cafe", 2},
		{"caf\u00e9", 2},
		{"CAFE\u0301", 2},
		{"zurich", 1},
		{"doesn't", 2},
		{"doesn\u2019t", 2},
		{"wide", 1},
		{"ＷＩＤＥ", 1},
		{"ガラス", 1},
		{"ｶﾞﾗｽ", 1},
		{"office", 1},
		{"software", 2},
		{"soft\u00adware", 2},
		{`"\"wide\""`, 1},
	} {
		if r := w.all(t, test.src); r.Total != test.total {
			t.Errorf("%s: %d hits, want %d", test.src, r.Total, test.total)
		}
	}
	for _, src := range []string{"hippopotamus", "cafe zurich", "ｶﾞﾗｽ"} {
		for _, hit := range w.all(t, src).Hits {
			if len(hit.Ranges) == 0 {
				t.Errorf("%s: nothing is marked in %q", src, hit.Snippet)
			}
		}
	}
}

func TestNewestFirstAndPromptsAhead(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a", user(1, "needle"), with(assistant(9, text("needle")), "timestamp", at(5)), with(user(5, "needle"), "timestamp", at(5)))
	write(t, dir, "b", user(3, "needle"), user(7, "needle"))
	w := load(t, dir)
	var got []string
	for _, h := range w.all(t, "needle").Hits {
		got = append(got, h.Session+" "+h.Kind+" "+strings.TrimLeft(h.UUID[min(24, len(h.UUID)):], "0"))
	}
	want := []string{"b title ", "b prompt 7", "a title ", "a prompt 5", "a reply 9", "b prompt 3", "a prompt 1"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestCopiesAreOneHit(t *testing.T) {
	dir := t.TempDir()
	forked := with(user(12, "needle two"), "forkedFrom", M{"sessionId": "a", "messageUuid": uuid(2)})
	write(t, dir, "a", user(1, "needle one"), user(2, "needle two"))
	write(t, dir, "b", user(1, "needle one"), user(2, "needle two"), user(3, "own needle"))
	write(t, dir, "c", user(1, "needle one"), forked, user(14, "needle four"))
	w := load(t, dir)
	got := map[string]string{}
	for _, h := range w.all(t, "needle in:prompts").Hits {
		got[h.Snippet] = h.Session + " " + h.UUID[34:] + " " + strings.Join(h.AlsoIn, ",")
	}
	want := map[string]string{
		"needle one": "a 01 b,c", "needle two": "a 02 b,c", "own needle": "b 03 ", "needle four": "c 14 ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	// The hit is its owner's even if only a later session is searched.
	r := w.search(t, "needle in:prompts", search.Options{Count: true, Files: func(f *search.FileInfo) bool { return f.Session == "c" }})
	if r.Total != 3 || r.Hits[1].Session != "a" || r.Hits[1].UUID != uuid(2) {
		t.Errorf("in c alone: %s", short(r.Hits))
	}
	title := w.all(t, "needle in:titles")
	if len(title.Hits) != 3 {
		t.Errorf("titles of different chats are one hit: %s", short(title.Hits))
	}
}

func TestRepeatedRecordIsOneHit(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a", user(1, "needle, first version"), user(2, "x"), user(1, "needle, last version"))
	r := load(t, dir).all(t, "needle in:prompts")
	if r.Total != 1 || r.Hits[0].Snippet != "needle, last version" {
		t.Errorf("%d: %s", r.Total, short(r.Hits))
	}
}

func TestLimitAndPartial(t *testing.T) {
	w := small(t)
	all := w.all(t, "the")
	if all.Total < 200 || len(all.Hits) != all.Total || !all.Complete {
		t.Fatalf("%d hits of %d", len(all.Hits), all.Total)
	}
	var partial []search.Result
	r := w.search(t, "the", search.Options{Limit: 20, Count: true, Partial: func(r search.Result) { partial = append(partial, r) }})
	if r.Total != all.Total || !r.Complete {
		t.Errorf("with a limit it counts %d, without %d", r.Total, all.Total)
	}
	if diff := cmp.Diff(all.Hits[:20], r.Hits); diff != "" {
		t.Errorf("the first 20 (-all +limited):\n%s", diff)
	}
	if len(partial) == 0 {
		t.Fatal("no partial result")
	}
	last := partial[len(partial)-1]
	if diff := cmp.Diff(r.Hits, last.Hits); diff != "" || last.Complete || last.Total != -1 {
		t.Errorf("the partial result differs from the first page: %+v", last)
	}
	for i, p := range partial {
		if i > 0 && (p.Counted < partial[i-1].Counted || p.Looked < partial[i-1].Looked) {
			t.Errorf("a later partial result has fewer hits: %d, previously %d", p.Counted, partial[i-1].Counted)
		}
		if p.Settled && !cmp.Equal(r.Hits, p.Hits) {
			t.Error("settled hits have changed")
		}
	}
	r = w.search(t, "the", search.Options{Limit: 20})
	if r.Complete || r.Total != -1 || len(r.Hits) != 20 {
		t.Errorf("without counting: %d of %d, complete %v", len(r.Hits), r.Total, r.Complete)
	}
}

func TestScope(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a", user(1, "needle"), user(2, "needle"))
	write(t, dir, "b", user(3, "needle"))
	w := load(t, dir)
	wanted, _ := transcript.ParseID(uuid(2))
	r := w.search(t, "needle in:prompts", search.Options{Count: true, Records: func(f *search.FileInfo, id transcript.ID) bool {
		return f.Session == "a" && id == wanted
	}})
	if r.Total != 1 || r.Hits[0].UUID != uuid(2) {
		t.Errorf("%s", short(r.Hits))
	}
}

func TestStates(t *testing.T) {
	dir := t.TempDir()
	path := write(t, dir, "a", user(1, "needle"))
	write(t, dir, "b", user(2, "needle"))
	w := load(t, dir)
	w.infos[path].Superseded, w.infos[path].Fork = true, true
	for src, want := range map[string]int{
		"needle is:superseded in:prompts": 1, "needle -is:superseded in:prompts": 1, "needle is:leaf in:prompts": 1, "needle is:fork is:live in:prompts": 0,
		"is:fork in:prompts": 1, "in:prompts": 2, "after:2026-05-01 in:prompts": 2, "before:2026-05-01T10:00:02Z in:prompts": 1,
	} {
		if r := w.all(t, src); r.Total != want {
			t.Errorf("%s: %d hits, want %d", src, r.Total, want)
		}
	}
}

// TestFailedCalls: is:failed finds the results of calls that failed, and excludes them.
func TestFailedCalls(t *testing.T) {
	dir := t.TempDir()
	result := func(n int, text string, failed bool) M {
		return M{"type": "user", "uuid": uuid(n), "timestamp": at(n), "message": M{
			"role": "user", "content": []M{{"type": "tool_result", "tool_use_id": fmt.Sprint("toolu_", n), "content": text, "is_error": failed}},
		}}
	}
	a := write(t, dir, "a", user(1, "needle"), result(2, "needle in a haystack", true), result(3, "needle in a box", false))
	write(t, dir, "b", result(4, "needle again", false))
	w := load(t, dir)
	failed, _ := transcript.ParseID(uuid(2))
	w.infos[a].Failed = []transcript.ID{failed}
	for src, want := range map[string]int{"needle is:failed": 1, "needle -is:failed": 3, "is:failed": 1, "box is:failed": 0} {
		if r := w.all(t, src); r.Total != want {
			t.Errorf("%s: %d hits, want %d: %s", src, r.Total, want, short(r.Hits))
		}
	}
}

func TestCancel(t *testing.T) {
	w := small(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, err := w.x.Search(ctx, parse(t, "the"), search.Options{Catalog: w, Open: open, Count: true})
	if err == nil || r.Complete || r.Total != -1 {
		t.Errorf("%v %+v", err, r)
	}
}

func TestSnippetsAreWellFormed(t *testing.T) {
	tests.Long(t)
	w := small(t)
	for _, src := range []string{"the", "e", "错误", "/[a-z]+e/", "error test"} {
		for _, h := range w.all(t, src).Hits {
			if !utf8.ValidString(h.Snippet) || strings.ContainsAny(h.Snippet, "\n\r\t\x1b") || utf8.RuneCountInString(h.Snippet) > 330 {
				t.Fatalf("%s: %q", src, h.Snippet)
			}
			last := 0
			for _, r := range h.Ranges {
				if r[0] < last || r[1] <= r[0] || r[1] > utf8.RuneCountInString(h.Snippet) {
					t.Fatalf("%s: ranges %v of %q", src, h.Ranges, h.Snippet)
				}
				last = r[1]
			}
			if len(h.Ranges) == 0 {
				t.Fatalf("%s: no range in %q", src, h.Snippet)
			}
		}
	}
}

func TestEmptyQueryFindsNothing(t *testing.T) {
	w := small(t)
	if r := w.all(t, "  "); r.Total != 0 || !r.Complete || r.Hits == nil {
		t.Errorf("%+v", r)
	}
}
