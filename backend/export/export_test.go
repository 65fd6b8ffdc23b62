package export_test

import (
	"encoding/json"
	"strings"
	"testing"

	"dendro/backend/export"
	"dendro/backend/thread"
	"dendro/backend/transcript"
)

const hostile = "</pre></div><script>alert(1)</script><img src=x onerror=alert(2)> ``` [x](javascript:alert(3)) \u202eevil\x1b]0;t\x07"

func document() *export.Document {
	tool := func(result string) *thread.Tool {
		return &thread.Tool{
			ID: "t1", Name: "Bash", Status: thread.StatusError, Input: json.RawMessage(`{"command":"make \"x\"\nall","env":{"password":"hunter2hunter2"}}`),
			Result: result, ResultUUID: "r1", Pictures: []thread.Image{{Index: 0, Type: "image/png"}},
		}
	}
	return &export.Document{
		Session: "0f1e2d3c-4b5a-4978-8796-a5b4c3d2e1f0", Title: "Why <b>it</b> fails", Project: "/home/ada/x", Tip: "u3",
		Rows: []thread.Row{
			{Kind: "prompt", UUID: "u1", Time: "2026-05-01T10:00:00.000Z", Text: hostile, Pictures: []thread.Image{{Index: 0, Type: "image/svg+xml"}}},
			{Kind: "thinking", UUID: "u2", Text: "a thought"},
			{Kind: "tool", UUID: "u2", Tool: tool(hostile), Sidechain: &thread.Sidechain{Rows: []thread.Row{
				{Kind: "prompt", UUID: "s1", Text: "the task"}, {Kind: "tool", UUID: "s2", Tool: tool("deep result")},
			}}},
			{Kind: "reply", UUID: "u3", Text: "It fails because of `ghp_0123456789abcdefghijABCDEFGHIJ012345`."},
			{Kind: "compaction", UUID: "u4", Text: "what came before"},
			{Kind: "command", UUID: "u5", Text: "/review 12"},
		},
	}
}

func picture(uuid string, index int) (export.Picture, bool) {
	if uuid == "u1" {
		return export.Picture{Type: "image/svg+xml", Data: []byte("<svg onload=alert(4)>")}, true
	}
	return export.Picture{Type: "image/png", Data: []byte("png")}, uuid == "r1" && index == 0
}

func TestHTMLIsSafeAndWhole(t *testing.T) {
	b, err := export.HTML(document(), export.Options{Picture: picture, Thinking: true})
	if err != nil {
		t.Fatal(err)
	}
	page := string(b)
	for _, bad := range []string{"<script", "<img src=x", "onload=", "\u202e", "\x1b", "<b>it", "svg+xml", "http://", "https://", "ZgotmplZ"} {
		if strings.Contains(page, bad) {
			t.Errorf("%q stands in the page", bad)
		}
	}
	for _, want := range []string{
		"default-src 'none'", "&lt;script&gt;", "data:image/png;base64,cG5n", "the task", "deep result", "a thought", "what came before",
		"/review 12", "Why &lt;b&gt;it&lt;/b&gt; fails", `<article class="tool failed"><details>`, "make <i class=\"s\">&#34;x&#34;</i>",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is missing in\n%s", want, page)
		}
	}
	harmless(t, page)
}

func TestMarkdown(t *testing.T) {
	md := string(export.Markdown(document(), export.Options{Picture: picture}))
	for _, want := range []string{
		"# Why &lt;b>it&lt;/b> fails\n", "## You\n", "> &lt;/pre>", "## Bash `make \"x\"` (error)", "````\n", "![image](data:image/png;base64,cG5n)",
		"\n> ### Task\n", "\n> > the task", "## Compacted here", "```\n/review 12\n```",
	} {
		if !strings.Contains(md, want) {
			t.Errorf("%q is missing in\n%s", want, md)
		}
	}
	if strings.Contains(md, "a thought") || strings.Contains(md, "svg") {
		t.Error("what was not asked for is there")
	}
}

// A delivered message is headed by its sender's name, never by "You".
func TestSendersAreNamed(t *testing.T) {
	d := &export.Document{Session: "s", Rows: []thread.Row{
		{Kind: "message", UUID: "u1", Text: "raise it", From: &transcript.Sender{Kind: transcript.SenderPeer, Name: "har_bour"}},
		{Kind: "prompt", UUID: "u2", Text: "dim it", From: &transcript.Sender{Kind: transcript.SenderChannel, Name: "pager"}},
		{Kind: "message", UUID: "u3", Text: "go on", From: &transcript.Sender{Kind: transcript.SenderAuto}},
	}}
	for _, format := range export.Formats() {
		b, err := export.Render(d, format, export.Options{})
		if err != nil {
			t.Fatal(err)
		}
		wants := map[string][]string{
			"md":   {"## Another session: har\\_bour\n", "## Channel: pager\n", "## Automatic\n", "> raise it"},
			"html": {"<b>Another session: har_bour</b>", "<b>Channel: pager</b>", "<b>Automatic</b>", "raise it"},
			"json": {`"kind":"message"`, `"name":"har_bour"`},
		}
		text := strings.ReplaceAll(string(b), `": "`, `":"`)
		for _, want := range wants[format] {
			if !strings.Contains(text, want) {
				t.Errorf("%q is missing in\n%s", want, b)
			}
		}
		if strings.Contains(text, "You<") || strings.Contains(text, "## You") {
			t.Errorf("somebody else's words are the reader's in\n%s", b)
		}
	}
}

func TestJSON(t *testing.T) {
	b, err := export.JSON(document(), export.Options{Picture: picture, Thinking: true})
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Schema int
		Rows   []thread.Row
	}
	if err := json.Unmarshal(b, &got); err != nil {
		t.Fatal(err)
	}
	if got.Schema != 1 || len(got.Rows) != 6 || got.Rows[0].Text != hostile || got.Rows[2].Tool.Pictures[0].URL != "data:image/png;base64,cG5n" {
		t.Errorf("%s", b)
	}
}

func TestAgent(t *testing.T) {
	d := document()
	d.Agent = &export.Agent{ID: "a1b2c3d", Type: "<i>Explore", Description: "Find password=hunter2hunter2 # now"}
	md := string(export.Markdown(d, export.Options{}))
	want := "# &lt;i>Explore: Find password=hunter2hunter2 \\# now\n\n- Project: `/home/ada/x`\n- Session: `" + d.Session +
		"`\n- Agent: `a1b2c3d`\n- Agent of: Why &lt;b>it&lt;/b> fails\n\n## Task\n"
	if !strings.HasPrefix(md, want) {
		t.Errorf("%.300s", md)
	}
	h, err := export.HTML(d, export.Options{Mask: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"<h1>&lt;i&gt;Explore: Find [masked] # now</h1>",
		"<p class=\"facts\">/home/ada/x · agent a1b2c3d of Why &lt;b&gt;it&lt;/b&gt; fails · session " + d.Session + "</p>",
	} {
		if !strings.Contains(string(h), want) {
			t.Errorf("%q is missing in\n%s", want, h)
		}
	}
	j, err := export.JSON(d, export.Options{Mask: true})
	if err != nil {
		t.Fatal(err)
	}
	var got struct{ Agent export.Agent }
	if err := json.Unmarshal(j, &got); err != nil || got.Agent.ID != "a1b2c3d" || got.Agent.Type != "<i>Explore" || got.Agent.Description != "Find [masked] # now" {
		t.Errorf("%+v, %v", got, err)
	}
	for heading, d := range map[string]export.Document{
		"s": {Session: "s"}, "Agent": {Title: "t", Agent: &export.Agent{ID: "x"}}, "Plan": {Agent: &export.Agent{Type: "Plan"}},
	} {
		if d.Heading() != heading {
			t.Errorf("%q, not %q", d.Heading(), heading)
		}
	}
}

func TestMask(t *testing.T) {
	o := export.Options{Mask: true, Thinking: true}
	d := document()
	h, err := export.HTML(d, o)
	if err != nil {
		t.Fatal(err)
	}
	j, err := export.JSON(d, o)
	if err != nil {
		t.Fatal(err)
	}
	for name, out := range map[string]string{"html": string(h), "markdown": string(export.Markdown(d, o)), "json": string(j)} {
		for _, bad := range []string{"ghp_", "hunter2"} {
			if strings.Contains(out, bad) {
				t.Errorf("%s: %s is shown", name, bad)
			}
		}
		if !strings.Contains(out, "[masked]") || !strings.Contains(out, "It fails because of") {
			t.Errorf("%s: too much or too little is hidden", name)
		}
	}
	if !strings.Contains(d.Rows[3].Text, "ghp_") {
		t.Error("the rows themselves were changed")
	}
	for _, s := range []string{
		"sk-ant-api03-abcdefghijkl", "AKIAIOSFODNN7EXAMPLE", "xoxb-1234567890-abcdef", "Authorization: Bearer abcdefghijklmnopqrstu",
		"password = correcthorse", "API_KEY='0123456789ab'", "postgres://ada:geheim@db/x", "-----BEGIN RSA PRIVATE KEY-----\nMIIE",
	} {
		d := &export.Document{Session: "s", Rows: []thread.Row{{Kind: "reply", Text: "see " + s + " here"}}}
		if md := string(export.Markdown(d, o)); !strings.Contains(md, "[masked]") {
			t.Errorf("%s is shown", s)
		}
	}
	plain := "the password is asked for, a token: is read, tokenize(x) and skip"
	d = &export.Document{Session: "s", Rows: []thread.Row{{Kind: "reply", Text: plain}}}
	if md := string(export.Markdown(d, o)); !strings.Contains(md, plain) {
		t.Errorf("prose is hidden: %s", md)
	}
}

func FuzzHTML(f *testing.F) {
	f.Add(hostile, `{"command":"x"}`)
	f.Fuzz(func(t *testing.T, text, in string) {
		d := &export.Document{Session: "s", Title: text, Rows: []thread.Row{
			{Kind: "prompt", Text: text}, {Kind: "tool", Tool: &thread.Tool{Name: text, Status: "ok", Input: json.RawMessage(in), Result: text}},
		}}
		b, err := export.HTML(d, export.Options{})
		if err != nil {
			t.Fatal(err)
		}
		harmless(t, string(b))
		if strings.Count(string(b), "<article") != 2 {
			t.Fatalf("%s", b)
		}
		export.Markdown(d, export.Options{Mask: true})
	})
}
