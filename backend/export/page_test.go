package export_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"dendro/backend/export"
	"dendro/backend/internal/tests"
	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// allowed are the elements of a page, each with its allowed attributes.
func allowed() map[string][]string {
	return map[string][]string{
		"html": {"lang"}, "head": nil, "meta": {"charset", "content", "http-equiv", "name"}, "title": nil, "style": nil, "body": nil,
		"div": {"class"}, "header": nil, "h1": nil, "h2": nil, "h3": nil, "h4": nil, "h5": nil, "h6": nil, "p": {"class"},
		"nav": nil, "details": {"open"}, "summary": nil, "ol": {"start"}, "ul": nil, "li": {"class"}, "a": {"href", "rel", "title"},
		"main": nil, "article": {"class", "id"}, "section": {"class"}, "b": nil, "i": {"class"}, "span": {"class", "title"},
		"time": {"datetime", "title"}, "code": {"class"}, "pre": {"class"}, "em": nil, "strong": nil, "del": nil, "br": nil, "hr": nil,
		"blockquote": nil, "table": nil, "thead": nil, "tbody": nil, "tr": nil, "th": {"align"}, "td": {"align"}, "img": {"alt", "src"},
	}
}

// harmless checks that a page cannot run scripts, load resources or link to disallowed
// addresses.
func harmless(t *testing.T, page string) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	known, styles := allowed(), 0
	var look func(n *html.Node)
	look = func(n *html.Node) {
		if n.Type == html.ElementNode {
			attributes, ok := known[n.Data]
			if !ok {
				t.Errorf("<%s> stands in the page", n.Data)
			}
			if n.Data == "style" {
				styles++
			}
			for _, a := range n.Attr {
				if !slices.Contains(attributes, a.Key) {
					t.Errorf("<%s %s=%q> stands in the page", n.Data, a.Key, a.Val)
				}
				switch {
				case a.Key == "href" && strings.HasPrefix(a.Val, "#p"):
				case a.Key == "href" && !strings.HasPrefix(strings.ToLower(a.Val), "http") && !strings.HasPrefix(strings.ToLower(a.Val), "mailto:"):
					t.Errorf("a link leads to %q", a.Val)
				case a.Key == "src" && !strings.HasPrefix(a.Val, "data:image/png;base64,"):
					t.Errorf("a picture is loaded from %q", a.Val)
				}
			}
		}
		if n.Type == html.CommentNode {
			t.Errorf("a comment stands in the page: %q", n.Data)
		}
		for c := range n.ChildNodes() {
			look(c)
		}
	}
	look(root)
	if styles != 1 {
		t.Errorf("%d style sheets", styles)
	}
}

func reply(text string) *export.Document {
	return &export.Document{Session: "s", Rows: []thread.Row{{Kind: "reply", Text: text}}}
}

func pageOf(t *testing.T, d *export.Document) string {
	t.Helper()
	b, err := export.HTML(d, export.Options{Thinking: true})
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestMarkdownIsLaidOut(t *testing.T) {
	for text, want := range map[string]string{
		"**bold** and `code`":                      "<strong>bold</strong> and <code>code</code>",
		"| a | b |\n|--|--:|\n| 1 | 2 |":           `<td align="right">2</td>`,
		"see https://dendro.example/a?b=1&c":       `<a href="https://dendro.example/a?b=1&amp;c" rel="noopener noreferrer">`,
		"[mail](mailto:ada@dendro.example)":        `<a href="mailto:ada@dendro.example" rel="noopener noreferrer">mail</a>`,
		"```go\nfunc main() {} // x\n```":          `<i class="k">func</i> <i class="f">main</i>() {} <i class="c">// x</i>`,
		"```\ndiff --git a/x b/x\n-old\n+new\n```": `<span class="add">+new`,
		"1. one\n2. two":                           "<ol>\n<li>one</li>",
		"![a picture](https://dendro.example/x)":   `<span class="picture" title="https://dendro.example/x">image a picture</span>`,
		"<b>not bold</b>":                          "&lt;b&gt;not bold&lt;/b&gt;",
	} {
		if page := pageOf(t, reply(text)); !strings.Contains(page, want) {
			_, body, _ := strings.Cut(page, "<main>")
			t.Errorf("%q became\n%s", text, body)
		} else {
			harmless(t, page)
		}
	}
}

// TestNothingOfAHistoryIsMarkup tests known injection attempts.
func TestNothingOfAHistoryIsMarkup(t *testing.T) {
	for _, text := range []string{
		"[x](javascript:alert(1))", "[x](JaVaScRiPt:alert(1))", "[x](java\tscript:alert(1))", "[x](&#106;avascript:alert(1))",
		"[x](data:text/html,<script>alert(1)</script>)", "[x](vbscript:x)", "[x](file:///etc/passwd)", "[x](//dendro.example/x)", "[x](blob:x)",
		"<javascript:alert(1)>", "<https://x.example/\"onmouseover=alert(1)>", "[x](https://x.example/\"onclick=alert(1))",
		"[x](https://x.example \"t\\\" onclick=alert(1)\")", "[r]\n\n[r]: javascript:alert(1)", "![x](javascript:alert(1))", "![x](x\" onerror=\"alert(1))",
		"<img src=x onerror=alert(1)>", "<svg/onload=alert(1)>", "<style>*{display:none}</style>", "<!-- a comment -->", "<iframe src=https://x.example>",
		"```\n</code></pre><script>alert(1)</script>\n```", "```\"><script>\nx\n```", "`</code><script>`", "<details open ontoggle=alert(1)>",
		"| <script> |\n|--|\n| <img onerror=x> |", "# <script>", "a\x00b\x1b]0;t\x07", "\u202eevil", "{onclick=alert(1)}", "# h {#id onclick=alert(1)}",
		"</style><script>alert(1)</script>", "<base href=https://x.example>", "<meta http-equiv=refresh content=0>", "[x]( https://ok.example )", "~~~\n]]><script>",
	} {
		for _, kind := range []string{"reply", "prompt", "thinking", "compaction", "command", "notice"} {
			in, err := json.Marshal(map[string]any{"prompt": text, "file_path": text, "command": text, "content": text, "old_string": text, "new_string": text})
			if err != nil {
				t.Fatal(err)
			}
			d := &export.Document{Session: text, Title: text, Project: text, Continues: text, Rows: []thread.Row{{Kind: kind, Text: text, Time: transcript.Time(text), Level: "error"}}}
			for _, name := range []string{text, "Bash", "Read", "Write", "Edit", "MultiEdit", "Task"} {
				d.Rows = append(d.Rows, thread.Row{Kind: "tool", Tool: &thread.Tool{Name: name, Status: "error", Input: in, Result: text, Detail: in}, Sidechain: &thread.Sidechain{
					Type: text, Description: text, Rows: []thread.Row{{Kind: kind, Text: text}},
				}})
			}
			harmless(t, pageOf(t, d))
		}
	}
}

func TestCallsAreCollapsible(t *testing.T) {
	d := &export.Document{Session: "s", Rows: []thread.Row{
		{Kind: "prompt", Text: "Raise the limit", Time: "2026-05-01T10:00:00.000Z"},
		{Kind: "tool", Time: "2026-05-01T10:00:01.000Z", Tool: &thread.Tool{
			Name: "Edit", Status: thread.StatusOK, Input: json.RawMessage(`{"file_path":"/a.go","old_string":"x","new_string":"y"}`),
			Detail: json.RawMessage(`{"structuredPatch":[{"oldStart":3,"oldLines":2,"newStart":3,"newLines":2,"lines":[" a","-x","+y"]}]}`),
		}},
		{Kind: "tool", Tool: &thread.Tool{Name: "Bash", Status: thread.StatusError, Input: json.RawMessage(`{"command":"go test"}`), Result: "\x1b[31mFAIL\x1b[0m"}},
		{Kind: "tool", Tool: &thread.Tool{Name: "mcp__garden__water_beds", Status: thread.StatusOK, Input: json.RawMessage(`{"query":"all"}`)}},
		{Kind: "prompt", Text: "Again"},
	}}
	b, err := export.HTML(d, export.Options{Zone: time.FixedZone("", 2*3600)})
	if err != nil {
		t.Fatal(err)
	}
	if md := string(export.Markdown(d, export.Options{})); !strings.Contains(md, `garden · water\_beds`) {
		t.Errorf("%s", md)
	}
	for _, want := range []string{
		`<li value="1"><a href="#p1">Raise the limit</a></li>`, `id="p2"`, `<time datetime="2026-05-01T10:00:00.000Z" title="2026-05-01T10:00:00.000Z">1 May 2026, 12:00</time>`,
		`<b>Edit</b> <code>/a.go</code> <span class="plus">+1</span> <span class="minus">−1</span>`, `<span class="at">@@ -3,2 +3,2 @@`, `<span class="del">-x`,
		`<article class="tool failed"><details><summary><b>Bash</b> <code>go test</code> <span class="status">failed</span>`, "<pre><code>FAIL</code></pre>",
		"<b>garden · water_beds</b> <code>all</code>",
	} {
		if !strings.Contains(string(b), want) {
			t.Errorf("%q is missing in\n%s", want, b)
		}
	}
}

// TestLongDocumentsAreMadeInTime: 5,000 rows take at most two seconds after the press of a
// button; hostile nesting takes no longer.
func TestLongDocumentsAreMadeInTime(t *testing.T) {
	tests.Long(t)
	d := &export.Document{Session: "s"}
	code := strings.Repeat("func add(a, b int) int { return a + b } // adds \"them\"\n", 20)
	in, err := json.Marshal(map[string]string{"command": "go test ./..."})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 5000 {
		switch i % 3 {
		case 0:
			d.Rows = append(d.Rows, thread.Row{Kind: "prompt", Text: "Do **this**\n" + strings.Repeat("word ", 60)})
		case 1:
			d.Rows = append(d.Rows, thread.Row{Kind: "reply", Text: "## Done\n\n| a | b |\n|--|--|\n| 1 | 2 |\n\n```go\n" + code + "```\n"})
		default:
			d.Rows = append(d.Rows, thread.Row{Kind: "tool", Tool: &thread.Tool{Name: "Bash", Status: "ok", Input: in, Result: code}})
		}
	}
	started := tests.CPU()
	page := pageOf(t, d)
	took := tests.CPU() - started
	t.Logf("%d MB in %s", len(page)>>20, took)
	if took > 20*time.Second {
		t.Errorf("it took %s", took)
	}
	for _, text := range []string{strings.Repeat(">", 20_000), strings.Repeat("- ", 5_000), strings.Repeat("[", 50_000), strings.Repeat("*a", 50_000), strings.Repeat("`", 1000) + strings.Repeat("a`", 20_000)} {
		started := tests.CPU()
		pageOf(t, reply(text))
		if took := tests.CPU() - started; took > 20*time.Second {
			t.Errorf("%.10s… took %s", text, took)
		}
	}
}

func TestRepliesAreEmbedded(t *testing.T) {
	for text, want := range map[string]string{
		"# One\n\n### Three":             "### One\n\n##### Three\n",
		"Title\n===\n\ntext\n---":        "Title\n\\===\n\ntext\n\\---\n",
		"a\n\n---\n\nb":                  "a\n\n---\n\nb\n",
		"```go\n# no heading <b>":        "```go\n# no heading <b>\n```\n",
		"~~~\n```\nx":                    "~~~\n```\nx\n~~~\n",
		"<script>x</script> `<b>`":       "&lt;script>x&lt;/script> `<b>`\n",
		"![x](https://a.example/x.png)":  "!\\[x](https://a.example/x.png)\n",
		"[x](javascript:alert(1))":       "[x]\\(javascript:alert(1))\n",
		"[x](https://a.example) [y](#z)": "[x](https://a.example) [y](#z)\n",
		"[r]: javascript:alert(1)":       "\\[r]: javascript:alert(1)\n",
		"an open `quote":                 "an open \\`quote\n",
		"- a list\n    <b>":              "- a list\n    &lt;b>\n",
	} {
		md := string(export.Markdown(reply(text), export.Options{}))
		_, got, _ := strings.Cut(md, "## Claude\n\n")
		if got != want {
			t.Errorf("%q became %q, not %q", text, got, want)
		}
	}
}

// TestAgentsStayBelowTheirCalls: an agent's text cannot extend beyond it, at any depth and
// with any unclosed markup.
func TestAgentsStayBelowTheirCalls(t *testing.T) {
	rows := []thread.Row{{Kind: "reply", Text: "```\nopen"}}
	for range 4 {
		rows = []thread.Row{
			{Kind: "prompt", Text: "the task"},
			{Kind: "tool", Tool: &thread.Tool{Name: "Task", Status: "ok"}, Sidechain: &thread.Sidechain{Type: "Explore", Rows: rows}},
			{Kind: "reply", Text: "back"},
		}
	}
	md := string(export.Markdown(&export.Document{Session: "s", Rows: rows}, export.Options{}))
	for _, want := range []string{"\n> > > > open\n> > > > ```\n", "\n> > > back\n", "\n> > back\n", "\nback\n", "\n> **Agent** Explore\n"} {
		if !strings.Contains(md, want) {
			t.Errorf("%q is missing in\n%s", want, md)
		}
	}
}

// TestAgentIsShownInItsCall: the agent's task and answer are shown once, and not as the
// user's messages. An answer missing from its file is included.
func TestAgentIsShownInItsCall(t *testing.T) {
	call := func(result, status string) string {
		_, body, _ := strings.Cut(pageOf(t, &export.Document{Session: "s", Rows: []thread.Row{{
			Kind: "tool",
			Tool: &thread.Tool{Name: "Task", Status: status, Input: json.RawMessage(`{"description":"Look","prompt":"find it"}`), Result: result},
			Sidechain: &thread.Sidechain{Type: "Explore", Rows: []thread.Row{
				{Kind: "prompt", Text: "find it"}, {Kind: "thinking", Text: " \n"}, {Kind: "reply", Text: "it is here"},
			}},
		}}}), "<main>")
		return body
	}
	body := call("it is here (3 tokens)", "ok")
	for text, times := range map[string]int{"find it": 1, "it is here": 1, "<details": 1, "<b>Task</b>": 2, "<b>You</b>": 0, "Explore · 3 rows": 1, "Thinking": 0} {
		if n := strings.Count(body, text); n != times {
			t.Errorf("%q stands %d times, not %d, in\n%s", text, n, times, body)
		}
	}
	if body := call("it was stopped", "error"); !strings.Contains(body, "it was stopped") {
		t.Errorf("the failure is missing in\n%s", body)
	}
}

// TestTheDayIsSaidOnce: a page within one day names the day once, in the time zone of the
// document.
func TestTheDayIsSaidOnce(t *testing.T) {
	d := &export.Document{Session: "s", Rows: []thread.Row{
		{Kind: "prompt", Text: "a", Time: "2026-07-26T10:48:00.000Z"}, {Kind: "reply", Text: "b", Time: "2026-07-26T22:37:00.000Z"},
	}}
	for zone, want := range map[int]string{0: "26 Jul 2026, 10:48 – 22:37", 2: "26 Jul 2026, 12:48 – 27 Jul 2026, 00:37"} {
		b, err := export.HTML(d, export.Options{Zone: time.FixedZone("", zone*3600)})
		if err != nil {
			t.Fatal(err)
		}
		root, err := html.Parse(strings.NewReader(string(b)))
		if err != nil {
			t.Fatal(err)
		}
		var said strings.Builder
		for n := range root.Descendants() {
			if n.Type == html.TextNode {
				said.WriteString(n.Data)
			}
		}
		if !strings.Contains(said.String(), want) {
			t.Errorf("%d hours east it does not say %q", zone, want)
		}
	}
}
