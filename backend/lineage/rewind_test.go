package lineage_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestRewinds checks the rewinds. Brackets mark splits that no prompt opens, and a star the
// branch that a resume continues.
func TestRewinds(t *testing.T) {
	const begun = "prompt u1, reply a1, "
	for _, tt := range []struct{ name, file, want string }{
		{"two prompts on one record", begun + "prompt u2, reply a2, prompt u3 <a1, reply a3", "a1: u2..a2 u3..a3*"},
		{"… three", begun + "prompt u2, reply a2, prompt u3 <a1, prompt u4 <a1, reply a4", "a1: u2..a2 u3..u3 u4..a4*"},
		{"… on the record of a hook", begun + "hook h, prompt u2, reply a2, prompt u3 <h, reply a3", "h: u2..a2 u3..a3*"},
		{"… on a system record", begun + "system s, prompt u2, reply a2, prompt u3 <s, reply a3", "s: u2..a2 u3..a3*"},
		{"… on two records of structure below one message: the last that both have", begun + "system s, hook h, prompt u2, reply a2, system r <s, prompt u3, reply a3", "s: u2..a2 u3..a3*"},
		{"… on different messages: none", begun + "prompt u2, reply a2, prompt u3, reply a3", ""},
		{"… of one time: a compaction wrote the old one again", begun + "prompt u2 at=5, reply a2, prompt u3 <a1 at=5, reply a3", ""},
		{"… of no time", begun + "prompt u2 at=none, reply a2, prompt u3 <a1 at=none, reply a3", "a1: u2..a2 u3..a3*"},
		{"… queued ones", begun + "queued q1, prompt u2 <a1, reply a2", "a1: q1..q1 u2..a2*"},
		{"… one in a sidechain: none", begun + "prompt u2, reply a2, prompt x1 <a1 side, reply x2 side", ""},
		{"… one queued in a sidechain: none", begun + "queued x1 side, prompt u2 <a1, reply a2", ""},
		{"the first prompt replaced", begun + "prompt u2 <-, reply a2", "-: u1..a1 u2..a2*"},
		{"… below a hook", "hook h, prompt u1, reply a1, prompt u2 <h, reply a2", "h: u1..a1 u2..a2*"},
		{"a branch ends with what is read last (2.1.150–2.1.250)", begun + "reply a2 <u2, prompt u2 <a1, prompt u3 <a1, reply a3", "a1: u2..a2 u3..a3*"},
		{"within a branch", begun + "prompt u2, reply a2, prompt u3 <a1, reply a3, prompt u4, prompt u5 <a3", "a1: u2..a2 u3..u5* a3: u4..u4 u5..u5*"},
		{"the active branch across a compaction", begun + "prompt u2, reply a2, prompt u3 <a1, reply a3, boundary b <- logical=a3, summary s, prompt u4", "a1: u2..a2 u3..u4*"},
		{"… where it was taken back to before the other one: none is active", begun + "prompt u2, reply a2, prompt u3 <a1, reply a3, system s <a1", "a1: u2..a2 u3..a3"},

		{"a prompt beside a conversation with prompts", begun + "prompt u2, reply a2, reply b1 <a1, prompt u3, reply a3", "a1: u2..a2 b1..a3*"},
		{"… beside replies alone: parallel calls, retries", begun + "prompt u2, reply a2, reply b1 <a1, reply b2", ""},
		{"… beside a result: a denied call", "prompt u1, call c1, prompt u2, reply a2, result r1 <c1", ""},
		{"… beside what a command opened", begun + "prompt u2, reply a2, command k <a1, reply a3", "a1: u2..a2 k..a3*"},
		{"… below a command stands under it", begun + "command k, reply a2, prompt u2 <k, reply a3", ""},
		{"a prompt that was queued while a tool ran, beside the tool's result (2.1.120–2.1.332)", "prompt u1, call c1, prompt q, result r1 <c1, interruption n, prompt u2, reply a2", ""},
		{"… behind the result", "prompt u1, call c1, result r1, prompt q <c1, prompt u2 <r1, reply a2", ""},
		{"… two of them", "prompt u1, call c1, prompt q1, prompt q2 <c1, result r1 <c1, prompt u2", ""},
		{"… beside parallel calls", "prompt u1, call c1 id=m, call c2 id=m, prompt q <c1, result r1 <c1, result r2 <c2, prompt u2", ""},
		{"… below a hook of the call", "prompt u1, call c1, hook h, prompt q, result r1 <h, prompt u2", ""},
		{"… one that was answered is no such prompt", "prompt u1, call c1, prompt u2, reply a2, result r1 <c1, prompt u3", "c1: u2..a2 r1..u3*"},
		{"… nor are two prompts on a call without a result", "prompt u1, call c1, prompt u2, prompt u3 <c1, reply a3", "c1: u2..u2 u3..a3*"},
		{"asked again behind the reply that a client makes up when it resumes (2.1.332)", begun + "prompt u2, reply a2, reply s <a1 model=<synthetic>, prompt u3, reply a3", "a1: u2..a2 u3..a3*"},
		{"… twice: the place before it is gone back from, and the one behind it", begun + "prompt u2, reply s <a1 model=<synthetic>, prompt u3, reply a3, prompt u4 <s, reply a4", "a1: u2..u2 u3..a4* s: u3..a3 u4..a4*"},
		{"… behind a command that was typed before (2.0.77)", begun + "prompt u2, reply a2, caveat c <a1, command k, output o, reply s <c model=<synthetic>, prompt u3", "a1: u2..a2 u3..u3*"},
		{"… and nothing was asked", begun + "prompt u2, reply a2, command k <a1, reply s model=<synthetic>", ""},
		{"… behind two of them", begun + "prompt u2, reply s <a1 model=<synthetic>, reply t model=<synthetic>, prompt u3", "a1: u2..u2 u3..u3*"},
		{"… a reply of the model is no such reply", begun + "prompt u2, reply b1 <a1, prompt u3", "a1: u2..u2 b1..u3*"},
		{"gone back, and only renamed: nothing was asked instead (2.1.332)", begun + "prompt u2, reply a2, command k <a1", ""},
		{"asked on an error that was written turns late", begun + "prompt u2, reply a2, retried e <u1, prompt u3, reply a3", ""},
		{"commands alone: a split, and no rewind", begun + "command k1, reply a2, command k2 <a1, reply a3", "(a1: k1..a2 k2..a3*)"},
		{"a command without a reply opens nothing", begun + "command k1, output o1, prompt u2 <a1", ""},

		{"lines of two processes: both are gone on from (2.1.250)", begun + "reply b1 <u1, prompt u2 <a1, reply a2, prompt u3 <b1, reply a3", "(u1: a1..a2 b1..a3*)"},
		{"… one wrote in the place of a reply that it did not see (2.1.250, 2.1.330)", begun + "prompt u2, reply s <u2 model=<synthetic>, prompt u3, reply a2 <u2, reply a3 <u3", "(u2: s..a3* a2..a2)"},
		{"… one alone is gone on from: a retry", begun + "prompt u2, reply b2 <u2, reply c2 <u2, prompt u3 <c2", ""},
		{"… parts of one response are one", begun + "call c1 <u1 id=msg_a1, result r1, prompt u2 <a1, prompt u3 <r1", ""},
		{"… one asked while the tool of the other ran (2.1.250)", "prompt u1, reply t id=m, call c1 id=m, prompt u2 <t, reply a2, result r1 <c1, reply a1", "(t: c1..a1* u2..a2)"},
		{"… and ended its call for it (2.1.332)", "prompt u1, call c1, result e <c1 =c1, reply s model=<synthetic>, prompt u2, reply a2, result r1 <c1 =c1, reply a1", "(c1: e..a2 r1..a1*)"},
		{"… the tool was answered before that: a call that was written late", "prompt u1, call c1, result r1, reply a1, prompt u2 <c1, reply a2", ""},
		{"… prompts are no replies, whatever their id", begun + "prompt u2 id=m2 at=5, prompt v2 <a1 id=m3 at=5, reply a3", ""},
		{"… API errors are no replies", "prompt u1, reply e1 model=<synthetic> error, prompt u2, reply a1 <u1, prompt u3", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := rewinds(file(t, tt.file)); got != tt.want {
				t.Errorf("%s\ngot  %s\nwant %s", tt.file, got, tt.want)
			}
		})
	}
}

// TestPreservedMessagesAreNoRewind: messages preserved by a compaction are not an abandoned branch.
func TestPreservedMessagesAreNoRewind(t *testing.T) {
	const three = "prompt u1, reply a1, prompt u2, reply a2, prompt u3, reply a3, "
	for name, sketch := range map[string]string{
		"summarize up to here (2.1.150–2.1.330)":         three + "boundary b <- logical=a1 head=u2 anchor=s tail=a3 kept=u2+a2+u3+a3, summary s, prompt u4, reply a4",
		"/compact and auto-compaction (2.1.200–2.1.330)": three + "boundary b <- logical=a3 head=a3 anchor=s tail=a3 kept=a3, summary s, prompt u4, reply a4",
		"the /compact that was typed (2.1.250)":          three + "compact k, boundary b <- logical=a3, summary s, prompt u4, reply a4",
		"what follows hangs on the tail (~2.1.7x)":       three + "boundary b <- logical=a3 head=u3 anchor=s tail=a3, summary s, prompt u4 <a3, reply a4",
	} {
		if l := file(t, sketch); len(l.Rewinds) != 0 {
			t.Errorf("%s: %s", name, rewinds(l))
		}
	}
}

// TestManyRewinds: many prompts after much structure are found without walking all of it
// for each prompt.
func TestManyRewinds(t *testing.T) {
	const many = 30_000
	var b strings.Builder
	b.WriteString("prompt u, reply a")
	for i := range many {
		fmt.Fprintf(&b, ", system s%d", i)
	}
	for i := range many {
		fmt.Fprintf(&b, ", prompt u%d <s%d", i, many-1)
	}
	l := file(t, b.String())
	if len(l.Rewinds) != 1 || len(l.Rewinds[0].Branches) != many || name(l, l.Rewinds[0].At) != fmt.Sprint("s", many-1) {
		t.Errorf("%d rewinds, %d branches of the first", len(l.Rewinds), len(l.Rewinds[0].Branches))
	}
}
