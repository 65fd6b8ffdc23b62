package lineage_test

import "testing"

// TestLoads checks the messages that a client from 2.1.120 on sends when it resumes.
func TestLoads(t *testing.T) {
	const (
		begun = "prompt u1, reply a1, "
		three = begun + "prompt u2, reply a2, prompt u3, reply a3, "
	)
	for _, tt := range []struct{ name, file, want string }{
		{"the chain to the leaf", begun + "prompt u2, reply a2, prompt u3 <a1, reply a3", "u1 a1 u3 a3"},
		{"… to that which the last-prompt names", begun + "prompt u2, reply a2, prompt u3 <a1, reply a3, last u2", "u1 a1 u2"},
		{"messages of the program, of commands and of interruptions", "caveat c, command k, output o, prompt u1, reply a1, meta n, interruption i", "c k o u1 a1 n i"},
		{"no structure", "hook h, prompt u1, system s, progress p, reply a1, system d", "u1 a1"},
		{"a queued prompt, which is an attachment", "prompt u1, call c1, result r1, queued q1, reply a1", "u1 c1 r1 q1 a1"},
		{"a sidechain on the chain", begun + "prompt x1 side, reply x2 side, prompt u2", "u1 a1 x1 x2 u2"},

		{"parallel calls: all of the response, with their results (2.1.51+)", "prompt u1, call c1 id=msg_m, call c2 id=msg_m, result r1 <c1, result r2 <c2, reply a1", "u1 c1 c2 r1 r2 a1"},
		{"… as they stand in the file", "prompt u1, reply t id=msg_m, call c1 id=msg_m, call c2 id=msg_m <t, result r2 <c2, result r1 <c1, reply a1 <r1", "u1 t c1 c2 r2 r1 a1"},
		{"… the results, too, where the chain goes on from the first", "prompt u1, call c1 id=msg_m, call c2 id=msg_m, result r2 <c2, result r1 <c1, reply a1 <r2", "u1 c1 c2 r2 r1 a1"},
		{"… behind a hook", "prompt u1, call c1 id=msg_m, call c2 id=msg_m, hook h, result r2, result r1 <c1, reply a1 <r2", "u1 c1 c2 r2 r1 a1"},
		{"… behind a compaction that kept something as well", three + "boundary b <- logical=a3 anchor=s kept=a3, summary s, prompt u4, call c1 id=msg_m, call c2 id=msg_m, result r1 <c1, result r2 <c2, reply a4", "s a3 u4 c1 c2 r1 r2 a4"},
		{"… not a result of nothing beside them", "prompt u1, call c1, result r9 <gone at=99, result r1 <c1 at=3, reply a1 at=100", "u1 c1 r1 a1"},
		{"… of two results of one call that on the chain: another process wrote one for the call that it saw without (2.1.332)", "prompt u1, call c1, result e <c1 =c1, reply s model=<synthetic>, prompt u2, reply a2, result r1 <c1 =c1, reply a1", "u1 c1 r1 a1"},
		{"… not those of a sidechain", "prompt u1, call c1 id=msg_m, reply x side id=msg_m, result r1 <c1, reply a1", "u1 c1 r1 a1"},

		{"the summary of the last compaction, and what follows", three + "boundary b <- logical=a3, summary s, prompt u4, boundary c <- logical=u4, summary t, prompt u5", "t u5"},
		{"… where its boundary has a parent", begun + "boundary b <a1, summary s, prompt u2", "s u2"},
		{"… where it has no boundary (1.0.x) all of it", begun + "summary s <-, prompt u2", "s u2"},
		{"… a branch before it as it is linked", three + "boundary b <- logical=a3, summary s, prompt u4, prompt u5 <a1", "u1 a1 u5"},
		{"kept messages follow the summary: the list (2.1.150+)", three + "boundary b <- logical=a1 head=u2 anchor=s tail=a3 kept=u2+a3, summary s, prompt u4", "s u2 a3 u4"},
		{"… the segment where there is no list (2.1.100+)", three + "boundary b <- logical=a1 head=u2 anchor=s tail=a3, summary s, prompt u4", "s u2 a2 u3 a3 u4"},
		{"… not where it does not lead to its head", three + "boundary b <- logical=a1 head=gone anchor=s tail=a3, summary s, prompt u4", "s u4"},
		{"… not one that lies beside it", three + "reply x <a1, boundary b <- logical=a1 head=x anchor=s tail=a3, summary s, prompt u4", "s u4"},
		{"… where what follows hangs on the last of them", three + "boundary b <- logical=a1 head=u2 anchor=s tail=a3 kept=u2+a2+u3+a3, summary s, prompt u4 <a3", "s u2 a2 u3 a3 u4"},
		{"… they stand before it where only what is behind them was summarized", three + "boundary b <- logical=a2 head=u1 anchor=b tail=a2 kept=u1+a1+u2+a2, summary s, prompt u4", "u1 a1 u2 a2 s u4"},
		{"… a list with a record that the file lacks keeps nothing", three + "boundary b <- logical=a1 anchor=s kept=u2+gone+a3, summary s, prompt u4", "s u4"},
		{"… nor does one without an anchor", three + "boundary b <- logical=a1 kept=u2+a3, summary s, prompt u4, prompt u5 <a1", "u1 a1 u5"},
		{"… of parallel calls those that were kept", "prompt u1, call c1 id=msg_m, call c2 id=msg_m, result r1 <c1, result r2 <c2, reply a1, boundary b <- logical=a1 anchor=s kept=c1+r1+a1, summary s, prompt u2", "s c1 r1 a1 u2"},
		{"… a summary without a boundary cuts nothing off", three + "boundary b <- logical=a3 anchor=s kept=a3, summary s, prompt u4, summary t <-, prompt u5, prompt u6 <u4", "s a3 u4 u6"},
		{"… a branch before the compaction is cut off", three + "boundary b <- logical=a3 head=a3 anchor=s tail=a3 kept=a3, summary s, prompt u4, prompt u5 <a1", "s a3 u5"},
		{"… also where an earlier one kept something, and the last nothing", three + "boundary b <- logical=a3 anchor=s kept=a3, summary s, prompt u4, boundary c <- logical=u4, summary t, prompt u5, prompt u6 <a1", "t u6"},
		{"… and where the earlier one kept what is in no file", three + "boundary b <- logical=a3 anchor=s kept=gone, summary s, prompt u4, prompt u6 <a1", "u1 a1 u6"},

		{"no error that the program wrote", "prompt u1, reply e1 model=<synthetic> error, prompt u2", "u1 u2"},
		{"… but one of the model", "prompt u1, reply e1 error, prompt u2", "u1 e1 u2"},
		{"… and what the program wrote without an error", "prompt u1, reply s1 model=<synthetic>, prompt u2", "u1 s1 u2"},
		{"the notice of a fork, whatever queueTranscriptOnly says (2.1.330)", begun + "prompt q queued, prompt u2", "u1 a1 q u2"},
		{"no thinking alone", "prompt u1, thinking h, prompt u2", "u1 u2"},
		{"… but beside a text of the response", "prompt u1, thinking h id=msg_m, reply a1 id=msg_m, prompt u2", "u1 h a1 u2"},
		{"… before it, too", "prompt u1, reply a1 id=msg_m, thinking h id=msg_m, prompt u2", "u1 a1 h u2"},
		{"… and beside a call", "prompt u1, thinking h id=msg_m, call c1 id=msg_m, result r1, prompt u2", "u1 h c1 r1 u2"},
		{"no reply that says nothing", "prompt u1, blank a1, prompt u2", "u1 u2"},
		{"… or is blank", "prompt u1, empty a1, prompt u2", "u1 u2"},

		{"no unanswered call in the middle", "prompt u1, call c1, prompt u2, reply a2", "u1 u2 a2"},
		{"… the text beside it stays", "prompt u1, reply a1 id=msg_m, call c1 id=msg_m, prompt u2, reply a2", "u1 a1 u2 a2"},
		{"… one at the end is sent with a result that says it was ended (2.1.300+)", "prompt u1, reply a1 id=msg_m, call c1 id=msg_m v=2.1.330", "u1 a1 c1"},
		{"… in a file of 2.1.100, too: the client's version decides", "prompt u1, reply a1 id=msg_m, call c1 id=msg_m v=2.1.100", "u1 a1 c1"},
		{"… with the answered ones beside it", "prompt u1, call c1 id=msg_m, call c2 id=msg_m, result r1 <c1 v=2.1.330", "u1 c1 c2 r1"},
		{"… also where nothing answers what was asked next", "prompt u1, call c1, prompt u2", "u1 u2"},
		{"no result of a call that is not sent", three + "call c1, result r1, reply a4, boundary b <- logical=a4 anchor=s kept=r1+a4, summary s, prompt u4", "s a4 u4"},
		{"… that no record made", begun + "result r1, reply a2", "u1 a1 a2"},
		{"… one above a prompt is not its call", "prompt u1, call c1, prompt u2, result r1 =c1, reply a2", "u1 u2 a2"},
		{"… or one that the file lacks", "result r1 <gone, reply a1", "a1"},
		{"a result behind structure below its call", "prompt u1, call c1, progress p, result r1, reply a1", "u1 c1 r1 a1"},
		{"results of a response in a row (1.0.x)", "prompt u1, call c1 id=msg_m, call c2 id=msg_m, result r1 =c1, result r2 =c2, reply a1", "u1 c1 c2 r1 r2 a1"},

		{"a conversation that stands twice (1.0.111–2.1.20): its texts twice, its calls once", "image u1, reply a1 id=msg_m, call c1 id=msg_m, result r1, reply a2, picture v1 <-, words v2 =u1, reply b1 =a1 id=msg_m, call d1 =c1 id=msg_m, result q1 =c1, reply b2 =a2, prompt u2", "v1 v2 b1 a1 c1 q1 b2 a2 u2"},
		{"behind a lost parent: what is at most five seconds older", begun + "prompt u2 <gone at=5.9", "u1 a1 u2"},
		{"… not more", begun + "prompt u2 <gone at=6.1", "u2"},
		{"… not where nothing tells the time", "prompt u1 at=none, reply a1 at=none, prompt u2 <gone at=none", "u2"},
		{"… of one time the last before it", begun + "prompt u2 <gone at=1", "u1 a1 u2"},
		{"of what is its own parent one", "prompt u1 <u1, hook h <u1, system s <u1", "u1"},
		{"of a circle each record once", "prompt u1 <a1, reply a1", "u1 a1"},
		{"nothing", "system s1", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := file(t, tt.file)
			if got := names(l, l.LoadsBy("")); got != tt.want {
				t.Errorf("%s\ngot  %s\nwant %s", tt.file, got, tt.want)
			}
		})
	}
}

// TestLoadsBy: the version of the resuming client decides, not the version that wrote the
// file.
func TestLoadsBy(t *testing.T) {
	const (
		begun    = "prompt u1, reply a1, "
		parallel = "prompt u1, call c1 id=msg_m, call c2 id=msg_m, result r1 <c1, result r2 <c2, reply a1"
		called   = "prompt u1, reply a1 id=msg_m, call c1 id=msg_m v=2.1.330"
		lost     = begun + "prompt u2 <gone at=5.9"
	)
	for _, tt := range []struct{ name, file, client, want string }{
		{"parallel calls", parallel, "2.1.51", "u1 c1 c2 r1 r2 a1"},
		{"… only those on the parent chain (2.0.77–2.1.50)", parallel, "2.1.50", "u1 c2 r2 a1"},
		{"a call at the end (2.1.300+)", called, "2.1.300", "u1 a1 c1"},
		{"… is dropped before", called, "2.1.299", "u1 a1"},
		{"… one beside an answered one is not (2.1.280+)", "prompt u1, call c1 id=msg_m, call c2 id=msg_m, result r1 <c1", "2.1.280", "u1 c1 c2 r1"},
		{"… is before", "prompt u1, call c1 id=msg_m, call c2 id=msg_m, result r1 <c1", "2.1.279", "u1 c1 r1"},
		{"… and where something was asked since", "prompt u1, call c1 id=msg_m, call c2 id=msg_m, result r1 <c1, prompt u2", "2.1.280", "u1 c1 r1 u2"},
		{"… and alone", "prompt u1, reply a1 id=msg_m, call c1 id=msg_m", "2.1.280", "u1 a1"},
		{"a lost parent is bridged (2.1.100+)", lost, "2.1.100", "u1 a1 u2"},
		{"… not before", lost, "2.1.50", "u2"},
		{"the leaf that a last-prompt names (2.1.120+)", begun + "prompt u2, reply a2, prompt u3 <a1, reply a3, last a2", "2.1.120", "u1 a1 u2 a2"},
		{"… the last record (2.1.101–2.1.119)", begun + "prompt u2, reply a2, prompt u3 <a1, reply a3, last a2", "2.1.119", "u1 a1 u3 a3"},
		{"… the newest (to 2.1.100)", begun + "prompt u2, reply a2 at=9, prompt u3 <a1 at=3, reply a3 at=4, last a1", "2.1.100", "u1 a1 u2 a2"},
		{"an error that the program wrote (to 1.0.128)", "prompt u1, reply e1 model=<synthetic> error, prompt u2", "1.0.128", "u1 e1 u2"},
		{"… is not sent since", "prompt u1, reply e1 model=<synthetic> error, prompt u2", "2.0.77", "u1 u2"},
		{"a version that cannot be read is the newest, whichever wrote the file", "prompt u1, reply a1 id=msg_m, call c1 id=msg_m v=2.1.100", "", "u1 a1 c1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := file(t, tt.file)
			if got := names(l, l.LoadsBy(tt.client)); got != tt.want {
				t.Errorf("%s by %q\ngot  %s\nwant %s", tt.file, tt.client, got, tt.want)
			}
		})
	}
}
