package lineage_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestRepeats checks which records repeat an earlier one.
func TestRepeats(t *testing.T) {
	const begun = "image u1, reply a1, call c1, result r1, reply a2, "
	for _, tt := range []struct{ name, file, repeats, ups string }{
		{
			"a conversation below a new root with the same message ids (1.0.111–2.1.20)",
			begun + "image v1 <- =u1, reply b1 =a1, call d1 =c1, result q1 =c1, reply b2 =a2, prompt u2, reply a3",
			"v1=u1 b1=a1 d1=c1 q1=r1 b2=a2", "v1<- b1<u1 b2<r1 u2<a2",
		},
		{
			"… the prompt with an image is split in two there",
			begun + "picture v1 <-, words v2 =u1, reply b1 =a1, call d1 =c1, result q1 =c1, reply b2 =a2, prompt u2",
			"v1=u1 v2=u1 b1=a1 d1=c1 q1=r1 b2=a2", "u2<a2",
		},
		{
			"… hooks above the prompt are the same hooks",
			"hook h, image u1, reply a1, hook g <-, picture v1, words v2 =u1, reply b1 =a1",
			"g=h v1=u1 v2=u1 b1=a1", "b1<u1",
		},
		{
			"… another prompt above the copied one is another prompt",
			"prompt u1, reply a1, prompt v0 <-, reply b0, prompt v1, reply b1 =a1",
			"v1=u1 b1=a1", "v0<- b0<v0",
		},
		{"… into two parts: another prompt above them is another prompt", "image u1, reply a1, prompt v0 <-, picture v1, words v2 =u1, reply b1 =a1", "v1=u1 v2=u1 b1=a1", "v0<-"},
		{"… a hook above it is no part of it", "image u1, reply a1, hook g <-, image v1 =u1, reply b1 =a1", "v1=u1 b1=a1", "g<a1"},
		{"… hooks that ran between are not in it", "hook g, image u1, hook h, reply a1, picture v1 <-, words v2 =u1, reply b1 =a1", "v1=u1 v2=u1 b1=a1", "v1<g b1<h"},
		{"… two prompts with images are two, split in two each", "image u1, image u2, reply a1, picture v1 <-, words v2 =u1, picture v3, words v4 =u2, reply b1 =a1", "v1=u1 v2=u1 v3=u2 v4=u2 b1=a1", "b1<u2"},
		{"… two prompts with a hook between are two", "prompt u1, hook h, prompt u2, reply a1, prompt v1 <- =u1, prompt v2 =u2, reply b1 =a1", "v1=u1 v2=u2 b1=a1", "b1<u2"},
		{"… a note of the program above it is no command", "meta m, prompt u1, reply a1, command k <-, prompt v1 =u1, reply b1 =a1", "v1=u1 b1=a1", "v1<m"},
		{"… twice more", "prompt u1, reply a1, prompt v1 <- =u1, reply b1 =a1, prompt w1 <- =u1, reply c1 =a1, prompt u2", "v1=u1 b1=a1 w1=u1 c1=a1", "u2<a1"},
		{"… not below the same root", "prompt u1, reply a1, prompt u2, reply a2 =a1, prompt u3 <-", "", "a2<u2"},
		{"… not with other words of one message", "prompt u1, reply a1, prompt u2 <-, reply a2 id=msg_a1", "", "a2<u2"},
		{"… not with the words of another message", "prompt u1, reply a1, prompt u2 <-, reply a2 =a1 id=msg_a2", "", "a2<u2"},
		{"… not with the ids of another service", "prompt u1, reply a1 id=chatcmpl-0, prompt u2 <-, reply a2 =a1 id=chatcmpl-0", "", "u2<- a2<u2"},
		{"… not with an id that several replies of one conversation have", "prompt u1, reply a1 id=msg_0, prompt u2, reply a2 id=msg_0, prompt u3 <-, reply a3 =a1 id=msg_0", "", "u3<- a3<u3"},
		{"… not in a sidechain", "prompt u1, reply a1, prompt x1 <- side, reply x2 =a1 side, system s <-", "", ""},

		{"a host writes a message again when it compacts: parent, time and content are the same", "prompt u1, reply a1 at=5, reply b1 <u1 =a1 at=5, prompt u2", "b1=a1", "b1<u1 u2<a1"},
		{"… whatever ran below it", "prompt u1, reply a1, hook h, prompt u2 at=9, prompt v2 <a1 =u2 at=9, reply a3", "v2=u2", "a3<u2"},
		{"… not at another time", "prompt u1, reply a1 at=5, reply b1 <u1 =a1 at=6, prompt u2", "", "u2<b1"},
		{"… not at no time", "prompt u1, reply a1 at=none, reply b1 <u1 =a1 at=none", "", ""},
		{"… not with another content", "prompt u1, reply a1 at=5, reply b1 <u1 id=msg_a1 at=5", "", ""},
		{"… not of another message", "prompt u1, reply a1 at=5, reply b1 <u1 =a1 id=msg_b1 at=5", "", ""},
		{"… nor of another kind", "prompt u1, prompt u2 at=5, meta n <u1 =u2 at=5", "", ""},
		{"… nor elsewhere", "prompt u1, reply a1 at=5, reply b1 <a1 =a1 at=5", "", ""},
		{"… below a repeat: it is the original's", "prompt u1, reply a1 at=5, reply b1 <u1 =a1 at=5, prompt u2 <a1 at=6, prompt v2 <b1 =u2 at=6", "b1=a1 v2=u2", "v2<a1"},
		{"… structure is none", "prompt u1, hook h at=5, hook g <u1 at=5", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := file(t, tt.file)
			if got := repeats(l); got != tt.repeats {
				t.Errorf("repeats %q, want %q", got, tt.repeats)
			}
			if got := ups(t, l, tt.ups); got != tt.ups {
				t.Errorf("got %s, want %s", got, tt.ups)
			}
			if len(l.Rewinds) != 0 && tt.repeats != "" && !strings.Contains(tt.file, "v0") {
				t.Errorf("rewinds %s", rewinds(l))
			}
		})
	}
}

// TestManySiblings: the search for a twin is bounded, so that a hostile file costs no more
// than its length.
func TestManySiblings(t *testing.T) {
	var sketch strings.Builder
	sketch.WriteString("prompt u")
	for i := range 20_000 {
		fmt.Fprintf(&sketch, ", reply a%d <u at=5", i)
	}
	sketch.WriteString(", reply b <u =a7 at=5, reply c <u =a9999 at=5")
	if l := file(t, sketch.String()); repeats(l) != "b=a7" {
		t.Errorf("repeats %q", repeats(l))
	}
}
