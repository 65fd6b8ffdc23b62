package lineage_test

import "testing"

// TestBranch checks the records of the branch to a record, and their order.
func TestBranch(t *testing.T) {
	const (
		begun    = "prompt u1, reply a1, "
		rewound  = begun + "prompt u2, reply a2, prompt u3 <a1, reply a3"
		halved   = "prompt u1, reply t1 id=m, call c1 id=m, result r1, reply a1, prompt u2, prompt u3 <t1, reply a3"
		parallel = "prompt u1, call c1 id=m, call c2 id=m, result r1 <c1, result r2 <c2, reply a1"
	)
	for _, tt := range []struct{ name, file, tip, want string }{
		{"what the tip goes on from", begun + "prompt u2, reply a2", "a2", "u1 a1 u2 a2"},
		{"what was said behind the tip is left out", begun + "prompt u2, reply a2", "a1", "u1 a1"},
		{"what a person branched off to is left out", rewound, "a3", "u1 a1 u3 a3"},
		{"… on the other branch the other way round", rewound, "a2", "u1 a1 u2 a2"},
		{"… and with the first prompt", begun + "prompt u2 <-, reply a2", "a2", "u2 a2"},
		{"… with the line of another process (2.1.250)", "prompt u1, reply s <u1 model=<synthetic>, prompt u2, reply a1 <u1, reply a2 <u2", "a2", "u1 s u2 a2"},

		{"parallel calls and their results stand beside it", parallel, "a1", "u1 c1 c2 r1 r2 a1"},
		{"hooks and notices", "prompt u1, hook h1, reply a1 <u1, system s1, prompt u2 <a1", "u2", "u1 h1 a1 s1 u2"},
		{"retries", "prompt u1, reply e1 model=<synthetic> error, reply e2 <u1 model=<synthetic> error, reply a1 <u1", "a1", "u1 e1 e2 a1"},
		{"a late result, where it stands in the file", "prompt u1, call c1, call c2, result r2, result r1 <c1, reply a1 <r2", "a1", "u1 c1 c2 r2 r1 a1"},

		{"… a notice that came later than the tip", begun + "system s1 <u1", "a1", "u1 a1 s1"},
		{"… not a reply that came later", begun + "reply a2 <u1", "a1", "u1 a1"},

		{"structure behind the tip is there", begun + "system s1, hook h1", "a1", "u1 a1 s1 h1"},
		{"… what leads to something said is not", begun + "system s1, hook h1 <a1, prompt u2 <s1", "a1", "u1 a1 h1"},
		{"… what the program says to itself is", begun + "meta m", "a1", "u1 a1 m"},
		{"… the boundary of a compaction is not", begun + "boundary b <a1, hook h", "a1", "u1 a1"},
		{"… but where that stands on another branch", begun + "prompt u2, reply a2, system s, prompt u3 <a1", "a2", "u1 a1 u2 a2 s"},
		{"… an unanswered call behind the leaf is not", begun + "call c1", "a1", "u1 a1"},
		{"… but where it is the tip", begun + "call c1", "c1", "u1 a1 c1"},
		{"… nor what a command answered", begun + "command k, reply a2", "a1", "u1 a1"},
		{"… a command that nothing answered is", begun + "prompt u2, reply a2, prompt u3 <a1, reply a3, system s", "a3", "u1 a1 u3 a3 s"},

		{"what was gone back from before the session was renamed (2.1.332)", begun + "prompt u2, reply a2, command k <a1", "k", "u1 a1 k"},
		{"… with what the command printed, and the hooks of the prompt", begun + "hook h, prompt u2, reply a2, command k <a1, output o", "o", "u1 a1 k o"},
		{"… and resumed, without a question", begun + "prompt u2, reply a2, command k <a1, reply s model=<synthetic>", "s", "u1 a1 k s"},
		{"… a command that was answered", begun + "command j, meta n, reply a2, command k <a1", "k", "u1 a1 k"},
		{"… is there on its own branch", begun + "prompt u2, reply a2, command k <a1", "a2", "u1 a1 u2 a2"},
		{"… but not a reply that a notice lags behind", "prompt u1, reply a1 id=m, reply b1 id=m, system s <a1", "s", "u1 a1 b1 s"},
		{"… nor a result", "prompt u1, call c1, result r1, hook h <c1", "h", "u1 c1 r1 h"},
		{"a prompt that was queued beside a result", "prompt u1, call c1, prompt q, result r1 <c1, prompt u2", "u2", "u1 c1 q r1 u2"},
		{"… that stands behind it", "prompt u1, call c1, result r1, prompt q <c1, prompt u2 <r1", "u2", "u1 c1 r1 q u2"},
		{"the reply that a client made up is on the branch that was asked behind it", begun + "prompt u2, reply s <a1 model=<synthetic>, prompt u3, prompt u4 <u2", "u4", "u1 a1 u2 u4"},

		{"the call of a response that a prompt of another process follows (2.1.250)", halved, "a3", "u1 t1 c1 r1 u3 a3"},
		{"… is on its own branch, too", halved, "u2", "u1 t1 c1 r1 a1 u2"},
		{"… with a second call, but not what was said behind them", "prompt u1, reply t1 id=m, call c1 id=m, call c2 id=m, result r1 <c1, result r2 <c2, reply a1, prompt u2, prompt u3 <t1", "u3", "u1 t1 c1 c2 r1 r2 u3"},

		{"before a compaction", begun + "boundary b <- logical=a1, summary s, prompt u2", "a1", "u1 a1"},
		{"behind it", begun + "boundary b <- logical=a1, summary s, prompt u2", "u2", "u1 a1 b s u2"},
		{"behind it, off a record before it", begun + "prompt u2, reply a2, boundary b <- logical=a2, summary s, prompt u3, prompt u4 <a1", "u4", "u1 a1 u4"},

		{"a reply that stands before its prompt comes behind it (2.1.150–2.1.250)", "reply a1 <u1, system d, prompt u1 <-, prompt u2 <d", "u2", "u1 a1 d u2"},
		{"… with all that hangs on it, in the order of the file", "reply a1 <u1, hook h1 <u1, hook h2 <a1, prompt u1 <-, prompt u2 <h2", "u2", "u1 a1 h2 h1 u2"},
		{"… in the middle of the file", begun + "call c1 <u2, result r1, prompt u2 <a1, reply a2 <r1", "a2", "u1 a1 u2 c1 r1 a2"},

		{"a repeat is in no branch", "prompt u1, reply a1, prompt v1 <- =u1, reply b1 =a1, prompt u2", "u2", "u1 a1 u2"},
		{"… as a tip it is what it repeats", "prompt u1, reply a1, prompt v1 <- =u1, reply b1 =a1", "b1", "u1 a1"},
		{"sidechains are in no branch", begun + "prompt x1 side, reply x2 side, prompt u2 <a1", "u2", "u1 a1 u2"},
		{"… and have none", begun + "prompt x1 side, reply x2 side", "x2", ""},
		{"a circle", "prompt u1 <a1, reply a1", "a1", "u1 a1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := file(t, tt.file)
			if got := names(l, l.Branch(find(t, l, tt.tip))); got != tt.want {
				t.Errorf("%s to %s\ngot  %s\nwant %s", tt.file, tt.tip, got, tt.want)
			}
		})
	}
	l := file(t, begun+"prompt u2")
	for _, tip := range []int32{-1, 3} {
		if l.Branch(tip) != nil {
			t.Errorf("record %d, which the file lacks, has a branch", tip)
		}
	}
}

// TestBegins checks whether a conversation began before the first record of its branch.
func TestBegins(t *testing.T) {
	for _, tt := range []struct {
		name, file string
		want       bool
	}{
		{"a prompt", "prompt u1, reply a1", false},
		{"a prompt behind a hook", "hook h <-, prompt u1", false},
		{"a parent that the file lacks", "prompt u1 <gone, reply a1", true},
		{"… of a later record", "prompt u1, reply a1, prompt u2 <gone", false},
		{"a compaction", "boundary b <-, summary s, prompt u1", true},
		{"a summary of 1.0.x", "summary s <-, prompt u1", true},
		{"a plan accepted with cleared context (2.1.x)", "prompt u1 plan=text, reply a1", true},
		{"… behind a note of the program", "meta n, prompt u1 plan=text, reply a1", true},
		{"a plan that follows on something", "prompt u1, reply a1, prompt u2 <- plan=text", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := file(t, tt.file)
			if got := l.Begins(l.Branch(l.Tail)); got != tt.want {
				t.Errorf("%v, want %v", got, tt.want)
			}
		})
	}
	if l := file(t, "prompt u1"); l.Begins(nil) {
		t.Error("an empty branch begins elsewhere")
	}
}
