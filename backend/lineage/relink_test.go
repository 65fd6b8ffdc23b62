package lineage_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestUp checks predecessors that parentUuid alone does not give.
func TestUp(t *testing.T) {
	const once = "prompt u1, reply a1, prompt u2, hook h, reply a2, system e, boundary b <- logical=e head=a2 anchor=s tail=e kept=a2+e, summary s, prompt u3 <e, reply a3, "
	const again = "prompt u1 <-, reply a1, prompt u2, hook h"
	const twice = once + again + ", "
	const (
		begun = "prompt u1, reply a1, "
		two   = begun + "prompt u2, reply a2, "
		three = two + "prompt u3, reply a3, "
	)
	long := ""
	for i := range 1500 {
		long += fmt.Sprintf("reply x%d side, ", i)
	}
	for _, tt := range []struct{ name, file, want string }{
		{"a link inside the file counts", two + "prompt u3 <a1", "u2<a1 u3<a1"},

		{"a parent that the file lacks: the record before", begun + "prompt u2 <gone", "u2<a1"},
		{"… once: several below it are siblings", begun + "prompt u2 <gone, reply a2, prompt u3 <gone", "u2<a1 u3<a1"},
		{"… each below its own", begun + "prompt u2 <gone, reply a2, prompt u3 <lost", "u2<a1 u3<a2"},
		{"… before it, not a reply that comes from it", "reply a1 <u1, prompt u1 <gone, prompt u2 <a1", "u1<- a1<u1 u2<a1"},

		{"1.0.x: commands that hang on the one caveat follow the file", "caveat c <-, command k1 <c, prompt u1, reply a1, command k2 <c, output o2 <k2", "k1<c u1<k1 k2<a1 o2<k2"},
		{"… a prompt that hangs on it does not: it was asked again", "caveat c <-, prompt u1, reply a1, prompt u2 <c", "u1<c u2<c"},

		{"layout 1: sidechains go on from nothing", begun + "prompt x1 <a1 side, reply x2 side, prompt u2 <a1", "x1<- x2<- u2<a1"},
		{"layout 1: out of a sidechain: what it hangs on", two + "prompt x1 <a1 side, reply x2 side, reply a3 <x2", "a3<a1"},
		{"… over more than 1,000 records", two + "prompt x <a1 side, " + long + "prompt u3 <x1499", "u3<a1"},
		{"… the record before where it hangs on nothing", begun + "prompt x1 <- side, reply x2 side, reply a2 <x2", "a2<a1"},
		{"… or goes round in a circle", begun + "prompt x1 <x2 side, reply x2 side, reply a2 <x2", "a2<a1"},

		{"a second first prompt begins anew", begun + "prompt u2 <-, reply a2", "u2<- a2<u2"},
		{"… not with the time of the first: it was written again", begun + "prompt u2 <- at=0", "u2<a1"},
		{"… but where neither has a time", "prompt u1 at=none, reply a1, prompt u2 <- at=none", "u2<-"},
		{"… not with a plan accepted with cleared context (2.1.x)", begun + "prompt u2 <- plan=text", "u2<a1"},
		{"… but with an empty plan", begun + "prompt u2 <- plan=", "u2<-"},
		{"… and with null for a plan", begun + "prompt u2 <- plan=null", "u2<-"},
		{"… not with the records of another session in this file", begun + "prompt u2 <- session=other", "u2<a1"},
		{"… but where the first one is of that session too", "prompt u1 session=other, reply a1, prompt u2 <- session=other", "u2<-"},
		{"… and where this one is of this session alone", "prompt u1 session=other, reply a1, prompt u2 <-", "u2<-"},
		{"… not where a reply was first", "reply a0, " + "prompt u1, reply a1, prompt u2 <-", "u2<a1"},
		{"… not behind hooks alone", "hook h1, prompt u1 <-", "u1<h1"},
		{"… behind hooks in front of the first prompt", "hook h1, prompt u1, reply a1, prompt u2 <-", "u2<-"},
		{"… behind a reply that was written before the first prompt (2.1.150–2.1.250)", "reply a1 <u1, prompt u1 <-, prompt u2 <-", "u2<-"},
		{"another record without a parent goes on: hooks of a new process", begun + "hook h1 <-, prompt u2", "h1<a1 u2<h1"},
		{"… the summary of 1.0.x", begun + "summary s <-, prompt u2", "s<a1 u2<s"},
		{"… a note of the program", begun + "meta n <-, prompt u2", "n<a1 u2<n"},
		{"records without links are one conversation", "prompt u1, reply a1 <-, prompt u2 <-, reply a2 <-", "u1<- a1<u1 u2<a1 a2<u2"},
		{"… results too", "prompt u1, call c1, result r1 <-, prompt u2 <-", "r1<c1 u2<r1"},
		{"… a sidechain without a parent says nothing", begun + "reply x1 <- side, prompt u2 <-", "u2<-"},
		{"an error that was written turns late: what is asked on it goes on from the record before it", two + "retried e <u1, prompt u3, reply a3", "e<u1 u3<a2 a3<u3"},
		{"… behind a hook", two + "retried e <u1, hook h, prompt u3", "e<u1 h<a2 u3<h"},
		{"… of several tries", two + "retried e <u1, retried f, prompt u3", "f<e u3<a2"},
		{"… one that was written in time", begun + "prompt u2, retried e, prompt u3", "e<u2 u3<e"},
		{"… the answer to the request stays its answer", begun + "prompt u2, hook h, retried e <u2, reply a2", "a2<e"},
		{"… a compaction behind a late error follows what was said last", two + "retried e <u1, boundary b <- logical=e, summary s", "b<a2 s<b"},
		{"a record that is its own parent", begun + "prompt u2 <u2", "u2<-"},

		{"a boundary goes on from its logical parent (1.0.128+)", three + "boundary b <- logical=a2, summary s", "b<a2 s<b"},
		{"… from the record before without one", begun + "boundary b <-", "b<a1"},
		{"… where that one is gone", begun + "boundary b <- logical=gone", "b<a1"},
		{"… where it is itself", begun + "boundary b <- logical=b", "b<a1"},
		{"… where it is of a sidechain", begun + "prompt x1 <a1 side, boundary b <- logical=x1", "b<a1"},
		{"… from its parent where it has one", two + "boundary b <a1 logical=a2", "b<a1"},

		{"what hangs on the end of a kept segment follows the summary (~2.1.7x–2.1.21x)", two + "boundary b <- logical=a2 head=u2 anchor=s tail=a2, summary s, prompt u3 <a2", "b<a2 u3<s"},
		{"… unless it was written before the compaction", two + "prompt u3 <a2, reply a3, boundary b <- logical=a2 head=u2 anchor=s tail=a2, summary s, prompt u4 <a2", "u3<a2 u4<s"},
		{"… on a record of structure at its end", two + "system h, boundary b <- logical=h head=u2 anchor=s tail=h kept=u2+a2, summary s, prompt u3 <h, prompt u4 <a2", "u3<s u4<s"},
		{"… not on one in its middle", two + "boundary b <- logical=a2 head=u2 anchor=s tail=a2, summary s, prompt u3 <u2", "u3<u2"},
		{"… the summary below the boundary where none is named", two + "boundary b <- logical=a2 head=u2 tail=a2, system h, summary s <b, prompt u3 <a2", "u3<s"},
		{"… the anchor, where a hook stands above it", two + "boundary b <- logical=a2 head=u2 anchor=s tail=a2, system h, summary s, prompt u3 <a2", "u3<s"},
		{"… the boundary where there is no summary", two + "boundary b <- logical=a2 head=u2 tail=a2, prompt u3 <a2", "u3<b"},
		{"… also where its head is not there", two + "boundary b <- logical=a2 head=gone tail=a2 anchor=s, summary s, prompt u3 <a2", "u3<s"},
		{"… no segment reaches behind the boundary", two + "boundary b <- logical=a2 head=u2 anchor=s tail=a3, summary s, prompt u3 <s, reply a3, prompt u4", "u4<a3"},

		{"summarize up to here: the boundary follows what was kept (2.1.150–2.1.330)", three + "boundary b <- logical=a1 head=u2 anchor=s tail=a3 kept=u2+a2+u3+a3, summary s, prompt u4", "b<a3 u4<s"},
		{"… by the segment alone", three + "boundary b <- logical=a1 head=u2 anchor=s tail=a3, summary s, prompt u4", "b<a3 u4<s"},
		{"… where no logical parent is named", three + "reply a4 <a1, boundary b <- head=u2 anchor=s tail=a3, summary s", "b<a3"},
		{"… though what was kept goes round in a circle", "prompt u1 <a2, reply a1, prompt u2, reply a2, reply a3 <a1, boundary b <- kept=u2+a2 anchor=s, summary s", "b<a2"},
		{"… though a record between the kept ones is lost", "prompt u1, reply a1, prompt u2, reply a2 <gone, boundary b <- logical=a1 kept=u2+a2 anchor=s, summary s", "a2<u2 b<a2"},
		{"a fork of the SDK, whose compaction names what the file lacks: what was kept is the logical parent, and the record before if that comes from it", two + "system h, boundary b <- logical=a2 head=gone tail=gone, summary s, prompt u3 <h", "u3<s"},
		{"… not one that somebody went back from", two + "prompt u3 <a1, reply a3, boundary b <- logical=a2 head=gone tail=gone, summary s, prompt u4 <a3, prompt u5 <a2", "u4<a3 u5<s"},
		{"… not where that one is no ancestor of it", three + "prompt u4 <a2, reply a4, boundary b <- logical=a4 kept=u2+a3 anchor=s, summary s", "b<a4"},
		{"… a list with a record that the file lacks is none (2.1.150+)", three + "boundary b <- logical=a1 head=u2 anchor=s tail=a3 kept=u2+gone+a3, summary s, prompt u4 <a3", "b<a1 u4<a3"},
		{"… nor one with a record of a sidechain", three + "prompt x <a3 side, boundary b <- logical=a1 kept=u2+x anchor=s, summary s, prompt u4 <a3", "b<a1 u4<a3"},

		{"summarize from here: the boundary follows the place that was chosen (2.1.100–2.1.330)", three + "boundary b <- logical=a2 head=u1 anchor=b tail=a2 kept=u1+a1+u2+a2, summary s, prompt u4", "u3<a2 b<a2 u4<s"},
		{"… twice: the second one keeps the first one's boundary before messages that stand before that (2.1.332)", three + "boundary b <- logical=a2 head=u1 anchor=b tail=a2 kept=u1+a1+u2+a2, summary s, prompt u4, boundary c <- logical=a1 head=b anchor=c tail=a1 kept=b+u1+a1, summary t, prompt u5", "b<a2 u4<s c<a1 u5<t"},

		{"a process that compacts again writes the beginning anew and goes on from that: the head of what is kept is meant", twice + "system x, boundary c <- logical=x head=a3 anchor=r tail=x kept=a3+x, summary r, prompt u4 <x", "u3<s x<a3 c<x u4<r"},
		{"… by the segment alone, or where the copy is the tail", twice + "boundary c <- logical=h head=a3 anchor=r tail=h, summary r, prompt u4 <h", "c<a3 u4<r"},
		{"… where the next prompt hangs on the copy", twice + "system x, boundary c <- logical=x head=a3 anchor=r tail=x kept=a3+x, summary r, prompt u4 <h", "x<a3 u4<r"},
		{"… a third time", twice + "boundary c <- logical=h head=a3 anchor=r tail=h, summary r, prompt u4 <h, reply a4, " + again + ", boundary d <- logical=h head=a4 anchor=q tail=h, summary q, prompt u5 <h", "c<a3 u4<r d<a4 u5<q"},
		{"… not where nothing was written anew: a person went back", once + "system x <h, boundary c <- logical=x head=a3 anchor=r tail=x kept=a3+x, summary r, prompt u4 <x", "x<h c<x u4<r"},

		{"a child before its parent (2.1.150–2.1.250, interactive)", "reply a1 <u1, system d, prompt u1 <-, hook h, prompt u2 <d, reply a2", "u1<- a1<u1 d<a1 h<u1 u2<d"},
		{"… in the middle of the file", begun + "reply a2 <u2, prompt u2 <a1, prompt u3 <a2", "a2<u2 u2<a1 u3<a2"},
		{"a circle begins with its first record", begun + "prompt u2 <a3, reply a2 <u2, reply a3, prompt u3 <a3", "u2<- a2<u2 a3<a2 u3<a3"},
		{"… however it is entered", begun + "prompt u2 <a3, reply a2 <a3, reply a3", "u2<a3 a2<- a3<a2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := ups(t, file(t, strings.TrimSuffix(tt.file, ", ")), tt.want); got != tt.want {
				t.Errorf("%s\ngot  %s\nwant %s", tt.file, got, tt.want)
			}
		})
	}
}

// TestSidechains checks the records that open a subagent's conversation (layout 1).
func TestSidechains(t *testing.T) {
	const begun = "prompt u1, reply a1, "
	for _, tt := range []struct{ name, file, want string }{
		{"hung on the conversation", begun + "prompt x1 side, reply x2 side", "x1"},
		{"hung on nothing", begun + "prompt x1 <- side, reply x2 side", "x1"},
		{"two, side by side", begun + "prompt x1 <- side, reply x2 side, prompt y1 <- side, reply y2 side", "x1 y1"},
		{"a hook inside that hangs on nothing opens none", begun + "prompt x1 <- side, system x2 <- side, reply x3 side", "x1"},
		{"a hook that comes first does", begun + "system x1 <- side, reply x2 side", "x1"},
		{"what hangs on something lost goes on with the one before it", begun + "prompt x1 <- side, reply x2 <gone side", "x1"},
		{"… and opens one where none is", begun + "reply x2 <gone side, reply x3 side", "x2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := file(t, tt.file)
			if got := names(l, l.Sidechains); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// TestOpeners checks the records at which compactions begin.
func TestOpeners(t *testing.T) {
	const begun = "prompt u1, reply a1, "
	for _, tt := range []struct{ name, file, want string }{
		{"1.0.x: at the summary", begun + "summary s <-, reply a2", "s"},
		{"1.0.128+: at the boundary", begun + "boundary b <-, summary s, reply a2", "b"},
		{"hooks stand between the two", begun + "boundary b <-, hook h, summary s, reply a2", "b"},
		{"two of them", begun + "boundary b <-, summary s, boundary c <- , summary t", "b c"},
		{"one that stands twice, once (1.0.111–2.1.20)", "summary s <-, image u1, reply a1, summary t <- =s, picture v1, words v2 =u1, reply b1 =a1", "s"},
		{"none of a sidechain", begun + "boundary b <- side, summary s side", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := file(t, tt.file)
			if got := names(l, l.Openers); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// TestExternalParent checks pointers out of the file, and whether the active conversation descends
// from one.
func TestExternalParent(t *testing.T) {
	for _, tt := range []struct{ name, file, outward, dangling, logical string }{
		{"nothing", "prompt u1, reply a1", "-", "", ""},
		{"the first record", "prompt u1 <gone, reply a1", "u1", "u1", ""},
		{"the boundary of a compaction", "boundary b <- logical=gone, summary s, prompt u1", "b", "", "b"},
		{"a late answer from before a /clear, from which nothing follows", "reply a0 <gone, prompt u1 <-, reply a1", "-", "a0", ""},
		{"behind a compaction inside the file", "prompt u1 <gone, boundary b <- logical=u1, summary s, reply a1", "u1", "u1", ""},
		{"a circle", "prompt u0 <gone, prompt u1 <a1, reply a1", "-", "u0", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := file(t, tt.file)
			if got := name(l, l.ExternalParent); got != tt.outward || names(l, l.Dangling) != tt.dangling || names(l, l.Logical) != tt.logical {
				t.Errorf("outward %s, dangling %q, logical %q; want %s, %q, %q", got, names(l, l.Dangling), names(l, l.Logical), tt.outward, tt.dangling, tt.logical)
			}
		})
	}
}
