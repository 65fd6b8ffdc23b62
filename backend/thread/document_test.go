package thread

import (
	"testing"
)

// Documents and pictures are shown with their prompt: the client's texts beside a picture
// are not prompts.
func TestDocumentsAndPictures(t *testing.T) {
	pdf := obj{"type": "document", "title": "tide table.pdf", "source": obj{"type": "base64", "media_type": "application/pdf", "data": "JVBERi0="}}
	notes := obj{"type": "document", "title": "notes.txt", "source": obj{"type": "text", "media_type": "text/plain", "data": "buoy 7\ndrifts"}}
	picture := obj{"type": "image", "source": obj{"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}}
	from := func(path string) obj { return text("[Image: source: " + path + "]") }
	tests := []struct {
		name   string
		script func(s *script)
		rows   string
		turn   string
	}{
		{"a document alone", func(s *script) { s.user("1", "", []obj{pdf}) }, "prompt [Document] tide table.pdf\n", "[Document] tide table.pdf"},
		{"a document without a name", func(s *script) {
			s.user("1", "", []obj{{"type": "document", "source": obj{"type": "base64", "media_type": "application/pdf", "data": "JVBERi0="}}})
		}, "prompt [Document] application/pdf\n", "[Document] application/pdf"},
		{
			"a text and documents", func(s *script) { s.user("1", "", []obj{text("compare"), pdf, notes}) },
			"prompt compare\nprompt [Document] tide table.pdf\nprompt [Document] notes.txt\n\nbuoy 7\ndrifts\n", "compare",
		},
		{"a queued document", func(s *script) {
			s.user("1", "", "go").rec("attachment", "2", "1", obj{"attachment": obj{"type": "queued_command", "commandMode": "prompt", "prompt": []obj{text("and this"), notes}}})
		}, "prompt go\nprompt and this\n\n[Document] notes.txt\n\nbuoy 7\ndrifts\n", "go"},
		{
			"where a picture comes from", func(s *script) { s.user("1", "", []obj{from("/a/3.png"), text("[Image #3] add the rule"), picture}) },
			"prompt [Image #3] add the rule (1, /a/3.png)\n", "[Image #3] add the rule",
		},
		{"a picture alone", func(s *script) { s.user("1", "", []obj{from("/a/3.png"), picture}) }, "prompt  (1, /a/3.png)\n", "[Image]"},
		{"a picture that follows its prompt", func(s *script) {
			s.user("1", "", "look at [Image #4]").with(obj{"isMeta": true}).user("2", "1", []obj{picture, from("/a/4.png")})
		}, "prompt look at [Image #4]\nnotice /a/4.png (1, /a/4.png)\n", "look at [Image #4]"},
		{"a document beside a result", func(s *script) {
			s.user("1", "", "read it").reply("2", "1", "m", use("t1", "Read", nil)).
				user("3", "2", []obj{{"type": "tool_result", "tool_use_id": "t1", "content": "read"}, notes})
		}, "prompt read it\ntool read\nnotice [Document] notes.txt\n\nbuoy 7\ndrifts\n", "read it"},
		{"documents in a result", func(s *script) {
			s.user("1", "", "read it").reply("2", "1", "m", use("t1", "Read", nil)).
				user("3", "2", []obj{{"type": "tool_result", "tool_use_id": "t1", "content": []obj{text("read"), notes, pdf}}})
		}, "prompt read it\ntool read\n[Document] notes.txt\nbuoy 7\ndrifts\n[Document] tide table.pdf\n", "read it"},
		{"a document at an address", func(s *script) {
			s.user("1", "", []obj{{"type": "document", "source": obj{"type": "url", "url": "https://x.org/tides.pdf?v=1#p2"}}})
		}, "prompt [Document] tides.pdf\n", "[Document] tides.pdf"},
		{
			"where a picture that is gone came from", func(s *script) { s.user("1", "", []obj{from("/a/3.png"), text("add the rule")}) },
			"notice [Image: source: /a/3.png]\nprompt add the rule\n", "add the rule",
		},
		{"blocks that are none", func(s *script) { s.user("1", "", []any{nil, "bare", 5, obj{"type": "text"}}) }, "prompt bare\n", "bare"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var s script
			test.script(&s)
			got := ""
			for _, r := range s.show(t, "") {
				got += r.Kind + " " + r.Text
				if r.Tool != nil {
					got += r.Tool.Result
				}
				if r.Images > 0 {
					got += " (1, " + r.Pictures[0].Path + ")"
				}
				got += "\n"
			}
			if got != test.rows {
				t.Errorf("%q, want\n%q", got, test.rows)
			}
			data := []byte(s.b.String())
			turns := NewSession(indexOf("main", data), nil, Options{ID: "s"}).Thread(activeLeaf(data)).turns
			if turns[0].Text != test.turn {
				t.Errorf("turn %q, want %q", turns[0].Text, test.turn)
			}
		})
	}
}
