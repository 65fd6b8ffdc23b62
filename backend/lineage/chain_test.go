package lineage_test

import (
	"strings"
	"testing"

	"dendro/backend/lineage"
)

// TestChain checks the records that a client needs to continue from a record.
func TestChain(t *testing.T) {
	const (
		begun    = "prompt u1, reply a1, "
		three    = begun + "prompt u2, reply a2, prompt u3, reply a3, "
		parallel = "prompt u1, call c1 id=m, call c2 id=m, result r1 <c1, result r2 <c2, reply a1, "
	)
	for _, tt := range []struct{ name, file, at, want string }{
		{"what it goes on from, and nothing behind it", three, "a2", "u1 a1 u2 a2"},
		{"… with the structure between", "hook h, prompt u1, system s, reply a1, system d, prompt u2", "a1", "h u1 s a1"},
		{"a branch that somebody went back from", begun + "prompt u2, reply a2, prompt u3 <a1, reply a3", "a2", "u1 a1 u2 a2"},
		{"… and the other one", begun + "prompt u2, reply a2, prompt u3 <a1, reply a3", "a3", "u1 a1 u3 a3"},

		{"parallel calls with their results", parallel, "a1", "u1 c1 c2 r1 r2 a1"},
		{"… at the first result what was called by then, closed", parallel, "r1", "u1 c1 c2 r1 r2"},
		{"… at the last call both results", parallel, "c2", "u1 c1 c2 r1 r2"},
		{"… at the first call only its own", parallel, "c1", "u1 c1 r1"},
		{"… one that was called later is none of it", "prompt u1, call c1 id=m, result r1, call c2 id=m <c1, result r2 <c2, reply a1", "r1", "u1 c1 r1"},
		{"a result that came late stands before what was said then", "prompt u1, call c1 id=m, call c2 id=m, result r1 <c1, reply a1, result r2 <c2", "a1", "u1 c1 c2 r1 r2 a1"},
		{"a result below a hook closes its call", "prompt u1, call c1, hook h, result r1 <c1, reply a1", "h", "u1 c1 h r1"},
		{"a call without a result is left to the client", "prompt u1, reply t id=m, call c1 id=m, prompt u2 <u1", "c1", "u1 t c1"},

		{"from the compaction that it lies behind", three + "boundary b <- logical=a3, summary s, prompt u4, reply a4", "a4", "b s u4 a4"},
		{"… before it all of what was there", three + "boundary b <- logical=a3, summary s, prompt u4, reply a4", "a2", "u1 a1 u2 a2"},
		{"… also where somebody went back to before it", three + "boundary b <- logical=a3, summary s, prompt u4, prompt u5 <a1", "u5", "u1 a1 u5"},
		{"… where its boundary has a parent", begun + "boundary b <a1, summary s, prompt u2", "u2", "b s u2"},
		{"… at its boundary with the summary", begun + "boundary b <- logical=a1, summary s, prompt u2", "b", "b s"},
		{"… of two the last before it", three + "boundary b <- logical=a3, summary s, prompt u4, boundary c <- logical=u4, summary t, prompt u5", "u4", "b s u4"},
		{"… with what it kept: the list", three + "boundary b <- logical=a1 head=u2 anchor=s tail=a3 kept=u2+a3, summary s, prompt u4", "u4", "u2 a3 b s u4"},
		{"… the segment", three + "boundary b <- logical=a1 head=u2 anchor=s tail=a3, summary s, prompt u4", "u4", "u2 a2 u3 a3 b s u4"},
		{"… where what follows hangs on the last of them", three + "boundary b <- logical=a1 head=u2 anchor=s tail=a3 kept=u2+a2+u3+a3, summary s, prompt u4 <a3", "u4", "u2 a2 u3 a3 b s u4"},
		{"… with the structure between the kept", three + "boundary b <- logical=a1 head=u2 anchor=s tail=a3 kept=u2+a2+u3+a3, summary s, prompt u4", "u4", "u2 a2 u3 a3 b s u4"},
		{"… and that on which the next one hangs", begun + "prompt u2, system h, reply a2, system d, boundary b <- logical=a1 head=u2 anchor=s tail=d kept=u2+a2, summary s, prompt u3 <d", "u3", "u2 h a2 d b s u3"},
		{"… without a boundary the summary (1.0.x)", three + "summary s <-, prompt u4", "u4", "s u4"},

		{"over a lost parent as the client gets over it", begun + "prompt u2 <gone at=5.9, reply a2", "a2", "u1 a1 u2 a2"},
		{"… not where it does not", begun + "prompt u2 <gone at=60, reply a2 at=61", "a2", "u2 a2"},
		{"a reply that stands before its prompt follows it", "reply a1 <u1, prompt u1 <-", "a1", "u1 a1"},
		{"… and is no part of the prompt", "reply a1 <u1, prompt u1 <-", "u1", "u1"},
		{"no sidechain beside it", "prompt u1, call c1 id=m, reply x side id=m, result r1 <c1, reply a1", "a1", "u1 c1 r1 a1"},
		{"none of a sidechain", "prompt u1, prompt x side <-", "x", ""},
		{"of a circle each record once", "prompt u1 <a1, reply a1", "a1", "u1 a1"},
		{"… also where nobody speaks in it", "system s <h, hook h", "h", "s h"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := file(t, strings.TrimSuffix(tt.file, ", "))
			if got := names(l, l.Chain(find(t, l, tt.at))); got != tt.want {
				t.Errorf("%s\nat   %s\ngot  %s\nwant %s", tt.file, tt.at, got, tt.want)
			}
		})
	}
}

func TestTurnEnd(t *testing.T) {
	const file2 = "prompt u1, call c1, result r1, reply a1, prompt u2, reply a2, prompt u3 <a1, reply a3"
	for _, tt := range []struct{ name, at, tip, want string }{
		{"what the next prompt goes on from", "u1", "a3", "a1"},
		{"the tip where none follows", "u2", "a2", "a2"},
		{"from within the turn", "c1", "a3", "a1"},
		{"on another branch than the tip's its last message", "u2", "a3", "a2"},
		{"without a tip, too", "u1", "", "a1"},
		{"a tip within the turn", "u1", "c1", "c1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := file(t, file2)
			tip := lineage.None
			if tt.tip != "" {
				tip = find(t, l, tt.tip)
			}
			if got := name(l, l.TurnEnd(find(t, l, tt.at), tip)); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}
