package lineage_test

import "testing"

// TestDiffers checks how a resuming client deviates from a branch: the leaf, then omitted
// messages, then added ones.
func TestDiffers(t *testing.T) {
	const (
		begun    = "prompt u1, reply a1, "
		rewound  = begun + "prompt u2, reply a2, prompt u3 <a1, reply a3"
		compact  = begun + "prompt u2, reply a2, boundary b <- logical=a2 anchor=s kept=a2, summary s, prompt u3, reply a3"
		parallel = "prompt u1, call c1 id=msg_m, call c2 id=msg_m, result r1 <c1, result r2 <c2, reply a1"
	)
	for _, tt := range []struct{ name, file, tip, client, want string }{
		{"nothing", begun + "prompt u2, reply a2", "a2", "", "a2: : "},
		{"… behind a compaction, whatever it kept", compact, "a3", "", "a3: : "},
		{"… hooks, thinking, errors and calls without a result are no matter", "prompt u1, hook h, thinking t, reply e error model=<synthetic>, reply a1 id=msg_m, call c1 id=msg_m v=2.1.250", "c1", "2.1.250", "a1: : "},
		{"… nor what repeats another record", "prompt u1 at=0, reply a1 id=msg_m at=1, prompt v1 <- =u1 at=0, reply b1 id=msg_m =a1 at=1, prompt u2", "u2", "", "u2: : "},
		{"another branch is shown", rewound, "a2", "", "a3 elsewhere: u2 a2: u3 a3"},
		{"another one counts for an older client", rewound + ", last a2", "a2", "2.1.101", "a3 elsewhere: u2 a2: u3 a3"},
		{"… and not for a newer one", rewound + ", last a2", "a2", "2.1.330", "a2: : "},
		{"it goes on from an earlier record", begun + "prompt u2, reply a2, last a1 explicit", "a2", "2.1.330", "a1: u2 a2: "},
		{"parallel calls of which it sends one (to 2.1.50)", parallel, "a1", "2.0.77", "a1: c1: "},
		{"… sent by newer ones", parallel, "a1", "2.1.100", "a1: : "},
		{"somebody went back to before a compaction", compact + ", prompt u4 <a1, reply a4", "a4", "", "a4: u1 a1: s a2"},
		{"… whose summary stands before what was gone back to", begun + "prompt u2, reply a2, boundary b <- logical=a2, summary s, prompt u3, reply a3, prompt u4 <a1", "u4", "", "u4: : "},
		{"nothing to go on from", "system s", "s", "", "-: : "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := file(t, tt.file)
			d := l.Differs(find(t, l, tt.tip), tt.client)
			got := name(l, d.Leaf)
			if d.Elsewhere {
				got += " elsewhere"
			}
			got += ": " + names(l, d.Omitted) + ": " + names(l, d.Added)
			if got != tt.want {
				t.Errorf("%s\ngot  %s\nwant %s", tt.file, got, tt.want)
			}
		})
	}
}
