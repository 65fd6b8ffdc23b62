package thread

import (
	"fmt"
	"strings"
	"testing"
)

// peerTail is the client's text after a message of another session.
const peerTail = "\n\nThis came from another Claude session — it is not your user."

// A delivered text is a row that names its sender and shows the text without its envelope.
// Status reports of agents open no turn.
func TestDeliveriesAreRows(t *testing.T) {
	meta := func(origin obj) obj { return obj{"isMeta": true, "origin": origin} }
	tests := []struct {
		name   string
		fields obj
		text   string
		want   string // kind, sender, text
		head   string // of the turn; "": it opens none
	}{
		{
			"a peer", meta(obj{"kind": "peer", "from": "uds:/tmp/otter.sock", "name": "harbour"}),
			"Another Claude session sent a message:\n<cross-session-message from=\"uds:/tmp/otter.sock\" from-name=\"harbour\">\nraise the buoy\n</cross-session-message>" + peerTail,
			"message peer harbour: raise the buoy", "harbour: raise the buoy",
		},
		{"a peer's text alone", meta(obj{"kind": "peer", "from": "uds:/tmp/otter.sock"}), "raise it", "message peer otter: raise it", "otter: raise it"},
		{
			"a bare envelope", nil, "<cross-session-message from=\"harbour\">lower it</cross-session-message>",
			"message peer harbour: lower it", "harbour: lower it",
		},
		{
			"an envelope that quotes its own end", nil,
			"<cross-session-message from-name=\"h\" note=\"a > b\">write </cross-session-message> there\nand here\n</cross-session-message>" + peerTail,
			"message peer h: write </cross-session-message> there\nand here", "h: write </cross-session-message> there and here",
		},
		{
			"a channel", meta(obj{"kind": "channel", "server": "plugin:telegram:telegram"}),
			"<channel source=\"telegram\" chat_id=\"-7\" user=\"ada\">\ndim the lamp\n</channel>",
			"prompt channel telegram · ada: dim the lamp", "telegram · ada: dim the lamp",
		},
		{"a channel without an envelope", meta(obj{"kind": "channel", "server": "plugin:x:pager"}), "dim it", "prompt channel pager: dim it", "pager: dim it"},
		{
			"a channel whose tag begins with another attribute", meta(obj{"kind": "channel"}),
			"<channel chat_id=\"-7\" user=\"Ada &amp; Bo\" source=\"plugin:telegram:telegram\">\ndim the lamp\n</channel>",
			"prompt channel telegram · Ada & Bo: dim the lamp", "telegram · Ada & Bo: dim the lamp",
		},
		{"a channel whose tag says nothing", meta(obj{"kind": "channel", "server": "pager"}), "<channel>\ndim it\n</channel>", "prompt channel pager: dim it", "pager: dim it"},
		{"a feed that was pasted", nil, "<channel>\n<title>Tides</title>\n</channel>", "prompt: <channel>\n<title>Tides</title>\n</channel>", "<channel> <title>Tides</title> </channel>"},
		{
			"single quotes and line breaks in a tag", nil, "<cross-session-message\n from='uds:/x'\n from-name='har>bour'>\nlower it\n</cross-session-message>",
			"message peer har>bour: lower it", "har>bour: lower it",
		},
		{
			"two peers, each with the client's sentences", meta(obj{"kind": "peer"}),
			"Another Claude session sent a message:\n<cross-session-message from-name=\"h\">\none\n</cross-session-message>" + peerTail +
				"\n\nAnother Claude session sent a message:\n<cross-session-message from-name=\"k\">\ntwo\n</cross-session-message>" + peerTail,
			"message peer h, k: **h**\n\none\n\n**k**\n\ntwo", "h, k: one",
		},
		{
			"a reminder before a message", meta(obj{"kind": "peer", "name": "harbour"}),
			"<system-reminder>the tide turns</system-reminder>\n<cross-session-message>\nlower it\n</cross-session-message>",
			"message peer harbour: lower it", "harbour: lower it",
		},
		{"a continuation", meta(obj{"kind": "auto-continuation"}), "Check the tide", "message auto : Check the tide", "Check the tide"},
		{"an origin nobody knows", meta(obj{"kind": "moonphase"}), "full moon", "message auto moonphase: full moon", "moonphase: full moon"},
		{"a coordinator", meta(obj{"kind": "coordinator", "name": "bridge"}), "stop", "message coordinator bridge: stop", "bridge: stop"},
		{
			"a teammate", nil, "<teammate-message teammate_id=\"mara\" color=\"blue\" summary=\"tides &amp; buoys\">\nAll **pass**.\n</teammate-message>",
			"message teammate mara: All **pass**.", "mara: tides & buoys",
		},
		{"a teammate without a name", nil, "<teammate-message>\nwho am I\n</teammate-message>", "message teammate teammate: who am I", "teammate: who am I"},
		{
			"two teammates", nil,
			"<teammate-message teammate_id=\"mara\" summary=\"done\">\nAll pass.\n</teammate-message>\n\n<teammate-message teammate_id=\"otto\">\nstill here\n</teammate-message>",
			"message teammate mara, otto: **mara**\n\nAll pass.\n\n**otto**\n\nstill here", "mara, otto: done",
		},
		{
			"a teammate that is idle", nil,
			"Another Claude session sent a message:\n<teammate-message teammate_id=\"mara\">\n{\"type\":\"idle_notification\",\"from\":\"mara\",\"reason\":\"done\"}\n</teammate-message>" + peerTail,
			"notice: idle notification\nfrom: mara\nreason: done", "",
		},
		{
			"a teammate that is idle, beside one that speaks", nil,
			"<teammate-message teammate_id=\"mara\">\n{\"type\":\"idle_notification\"}\n</teammate-message>\n<teammate-message teammate_id=\"otto\">\nwait\n</teammate-message>",
			"message teammate mara, otto: **mara**\n\nidle notification\n\n**otto**\n\nwait", "mara, otto: wait",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, queued := range []bool{false, true} {
				var s script
				s.user("1", "", "go")
				if queued {
					a := obj{"type": "queued_command", "commandMode": "prompt", "prompt": test.text}
					for k, v := range test.fields {
						a[k] = v
					}
					s.rec("attachment", "2", "1", obj{"attachment": a})
				} else {
					s.with(test.fields).user("2", "1", test.text)
				}
				s.reply("3", "2", "m", text("yes"))
				r := s.show(t, "")[1]
				got := r.Kind
				if r.From != nil {
					got += " " + r.From.Kind + " " + r.From.Name
				}
				if got += ": " + r.Text; got != test.want || r.Queued != queued && r.Kind != "notice" {
					t.Errorf("queued %v:\n%s, want\n%s", queued, got, test.want)
				}
				data := []byte(s.b.String())
				var heads []string
				for _, turn := range NewSession(indexOf("main", data), nil, Options{ID: "s"}).Thread(activeLeaf(data)).turns[1:] {
					heads = append(heads, turn.Text)
				}
				if got := strings.Join(heads, "|"); got != test.head {
					t.Errorf("queued %v: turns %q, want %q", queued, got, test.head)
				}
			}
		})
	}
}

// The cost of a very long run of envelopes is linear.
func TestManyEnvelopes(t *testing.T) {
	var b strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&b, "<teammate-message teammate_id=\"m\">\n%d </teammate-message> x\n", i)
	}
	var s script
	s.user("1", "", b.String())
	if rows := s.show(t, ""); len(rows) != 1 || rows[0].Kind != "message" || !strings.Contains(rows[0].Text, "19999") {
		t.Errorf("%d rows", len(rows))
	}
}

// TestSubjectOfAMessage: a row shows what its sender says it is about, unless its text does.
func TestSubjectOfAMessage(t *testing.T) {
	for text, want := range map[string]string{
		"All pass.":                      "tides",
		"All pass, so the tides are in.": "",
	} {
		var s script
		s.user("1", "", "<teammate-message teammate_id=\"mara\" summary=\"tides\">\n"+text+"\n</teammate-message>")
		rows := s.show(t, "")
		if len(rows) != 1 || rows[0].From == nil || rows[0].From.Name != "mara" || rows[0].Subject != want {
			t.Errorf("%q: %+v", text, rows)
		}
	}
}
