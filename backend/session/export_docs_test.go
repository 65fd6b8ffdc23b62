package session_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/library"
	"dendro/backend/session"
)

const pixel = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x02\x00\x00\x00"

func TestExport(t *testing.T) {
	h := history.New(32, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("First question", "First answer.")
	fork := s.Fork(history.Copying{Form: history.F1})
	s.Turn("Second question", "Second answer.")
	fork.PromptImage("Another way?", []byte(pixel))
	fork.Reply("Another answer, with password=hunter2hunter2.")
	fork.EndTurn()
	root := testlib.Write(t, h)
	l := testlib.Scanned(t, root)

	export := func(r session.ExportRequest) string {
		t.Helper()
		text, err := l.Exporter.Export(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	tests := []struct {
		name       string
		r          session.ExportRequest
		has, lacks []string
	}{
		{
			"a branch",
			session.ExportRequest{Session: s.ID, Format: "md"},
			[]string{"First answer", "Second answer"},
			[]string{"Another"},
		},
		{
			"a turn",
			session.ExportRequest{Session: s.ID, Format: "md", What: session.ExportTurn, Turn: 2},
			[]string{"Second answer"},
			[]string{"First answer"},
		},
		{
			"a chat",
			session.ExportRequest{Session: s.ID, Format: "md", What: session.ExportChat, Images: true},
			[]string{"Second answer", "Branch: ", "Another answer", "data:image/png;base64,", "hunter2"},
			nil,
		},
		{
			"a chat as a page",
			session.ExportRequest{Session: s.ID, Format: "html", What: session.ExportChat, Images: true, Mask: true},
			[]string{"Second answer", "Another answer", "data:image/png;base64,", "[masked]"},
			[]string{"hunter2", "<script"},
		},
		{
			"without images",
			session.ExportRequest{Session: fork.ID, Format: "html"},
			[]string{"Another answer"},
			[]string{"data:image"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := export(tt.r)
			for _, want := range tt.has {
				if !strings.Contains(text, want) {
					t.Errorf("%q is missing in\n%s", want, text)
				}
			}
			for _, bad := range tt.lacks {
				if strings.Contains(text, bad) {
					t.Errorf("%q stands in\n%s", bad, text)
				}
			}
			if n := strings.Count(text, "First answer"); n > 1 {
				t.Errorf("what the branches share stands there %d times", n)
			}
		})
	}
	var doc struct {
		Schema   int
		Session  string
		Rows     []map[string]any
		Branches []struct {
			Session string
			Rows    []map[string]any
		}
	}
	if err := json.Unmarshal([]byte(export(session.ExportRequest{Session: s.ID, Format: "json", What: session.ExportChat})), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Schema != 1 || doc.Session != s.ID || len(doc.Rows) != 4 || len(doc.Branches) != 1 || len(doc.Branches[0].Rows) != 2 {
		t.Errorf("%+v", doc)
	}

	for _, r := range []session.ExportRequest{
		{Session: s.ID, Format: "pdf"},
		{Session: s.ID, Format: "md", What: "all"},
		{Session: s.ID, Format: "md", What: session.ExportTurn, Turn: 3},
		{Session: s.ID, Format: "md", What: session.ExportTurn},
		{Session: "nobody", Format: "md"},
	} {
		if _, err := l.Exporter.Export(t.Context(), r); err == nil {
			t.Errorf("%+v: no error", r)
		}
	}
	name, err := l.Exporter.ExportName(session.ExportRequest{Session: s.ID, Format: "md", What: session.ExportTurn, Turn: 2})
	if err != nil || name != "first-question-"+s.ID[:8]+"-turn-2.md" {
		t.Errorf("named %q, %v", name, err)
	}
	if _, err := l.Exporter.ExportName(session.ExportRequest{Session: "nobody", Format: "md"}); !errors.Is(err, session.ErrNotFound) {
		t.Error(err)
	}
	for _, format := range []string{"", "pdf", "md/../../x", ".html"} {
		if name, err := l.Exporter.ExportName(session.ExportRequest{Session: s.ID, Format: format}); err == nil {
			t.Errorf("a document of the format %q is named %q", format, name)
		}
	}
}

// A turn of an agent and all of it are documents as those of a session are, of
// an agent in an agent too, and of one that has no file of its own.
func TestExportOfAgents(t *testing.T) {
	for _, layout := range []int{1, 3} {
		h := history.New(37, testlib.Begin)
		s := h.Session(testlib.Day())
		s.Prompt("Who waters?")
		deep := history.AgentSpec{Layout: layout, Description: "Count cans", Prompt: "Count them."}
		s.Agent(history.AgentSpec{Layout: layout, Type: "Explore", Description: "Look around", Prompt: "Look."}, func(a *history.Agent) {
			a.Agent(deep, func(b *history.Agent) { b.Reply("Two cans, password=hunter2hunter2.") })
			a.Reply("Ada.")
			a.PromptImage("And on Sundays?", []byte(pixel))
			a.Reply("Bob.")
		})
		s.Reply("Ada waters.")
		s.EndTurn()
		l := testlib.Scanned(t, testlib.Write(t, h))
		outer, inner := agentsOf(t, l, s.ID)

		tests := []struct {
			name       string
			r          session.ExportRequest
			has, lacks []string
		}{
			{
				"all of it",
				session.ExportRequest{Agent: outer, What: session.ExportAgent, Format: "md", Images: true},
				[]string{"# Explore: Look around\n", "- Agent: `" + outer + "`", "- Agent of: Who waters?", "Look.", "Two cans", "hunter2", "Sundays", "Bob.", "data:image/png;base64,"},
				[]string{"Ada waters."},
			},
			{
				"a turn",
				session.ExportRequest{Agent: outer, What: session.ExportTurn, Turn: 1, Format: "html", Mask: true},
				[]string{"<h1>Explore: Look around</h1>", "agent " + outer + " of Who waters?", "Two cans", "[masked]", "Ada."},
				[]string{"Sundays", "Bob.", "Ada waters.", "hunter2"},
			},
			{
				"a later turn",
				session.ExportRequest{Agent: outer, What: session.ExportTurn, Turn: 2, Format: "json"},
				[]string{`"type": "Explore"`, `"description": "Look around"`, `"id": "` + outer + `"`, "Sundays", "Bob."},
				[]string{"Two cans", "Ada."},
			},
			{
				"an agent in it",
				session.ExportRequest{Agent: inner, What: session.ExportAgent, Format: "md"},
				[]string{": Count cans\n", "Count them.", "Two cans"},
				[]string{"Look.", "Ada."},
			},
		}
		for _, tt := range tests {
			tt.r.Session = s.ID
			text, err := l.Exporter.Export(t.Context(), tt.r)
			if err != nil {
				t.Errorf("%s of layout %d: %v", tt.name, layout, err)
			}
			for _, want := range tt.has {
				if !strings.Contains(string(text), want) {
					t.Errorf("%s of layout %d: %q is missing in\n%s", tt.name, layout, want, text)
				}
			}
			for _, bad := range tt.lacks {
				if strings.Contains(string(text), bad) {
					t.Errorf("%s of layout %d: %q stands in\n%s", tt.name, layout, bad, text)
				}
			}
		}

		for _, r := range []session.ExportRequest{
			{What: session.ExportAgent},
			{What: session.ExportAgent, Agent: "nobody"},
			{What: session.ExportAgent, Agent: "../" + outer},
			{What: session.ExportTurn, Agent: outer},
			{What: session.ExportTurn, Agent: outer, Turn: 3},
			{What: session.ExportBranch, Agent: outer},
			{What: session.ExportChat, Agent: outer},
		} {
			r.Session, r.Format = s.ID, "md"
			if _, err := l.Exporter.Export(t.Context(), r); err == nil {
				t.Errorf("%+v: no error", r)
			}
		}
		for agent, want := range map[string]string{
			"a1b2c3d4e5f6":          "-agent-a1b2c3d4-turn-2.md",
			"aprompt_suggestion-12": "-agent-aprompt-turn-2.md",
			`../..\x`:               "-agent-x-turn-2.md",
		} {
			name, err := l.Exporter.ExportName(session.ExportRequest{Session: s.ID, Agent: agent, Format: "md", What: session.ExportTurn, Turn: 2})
			if err != nil || name != "who-waters-"+s.ID[:8]+want {
				t.Errorf("named %q, %v", name, err)
			}
		}
	}
}

// agentsOf returns by what the agent of a session and the one in it are asked
// for.
func agentsOf(t *testing.T, l *library.Library, session string) (outer, inner string) {
	t.Helper()
	branch, err := l.Threads.Thread(t.Context(), session, "")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := branch.All(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if row.Sidechain == nil {
			continue
		}
		outer = row.Sidechain.Agent + row.Sidechain.First
		for _, row := range row.Sidechain.Rows {
			if row.Sidechain != nil {
				inner = row.Sidechain.Agent + row.Sidechain.First
			}
		}
	}
	return outer, inner
}

// TestExportOfSpilledOutputs: an output that lies in a file of its own is in the
// document as a whole, once its secrets are masked; where it is gone, what its
// record shows of it is.
func TestExportOfSpilledOutputs(t *testing.T) {
	h := history.New(39, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Prompt("List it")
	call := history.Bash("list", "List", "the first beds", 0, 0)
	call.Spill = strings.Repeat("a bed\n", 1000) + "key sk-ant-api03-" + strings.Repeat("a1B2", 24) + "\nthe last one\n"
	s.Call(call)
	s.Reply("Done.")
	s.EndTurn()
	root := testlib.Write(t, h)
	l := testlib.Scanned(t, root)
	export := func(format string) string {
		text, err := l.Exporter.Export(t.Context(), session.ExportRequest{Session: s.ID, Format: format, Mask: true})
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for _, format := range []string{"md", "html", "json"} {
		text := export(format)
		if strings.Count(text, "a bed") < 1000 || !strings.Contains(text, "the last one") || strings.Contains(text, "a1B2a1B2") {
			t.Errorf("%s: %.300q…", format, text)
		}
	}
	if err := os.RemoveAll(filepath.Join(root, filepath.FromSlash(s.SideDir()))); err != nil {
		t.Fatal(err)
	}
	if text := export("md"); !strings.Contains(text, "the first beds") || strings.Contains(text, "the last one") {
		t.Errorf("once it is gone: %.300q…", text)
	}
}
