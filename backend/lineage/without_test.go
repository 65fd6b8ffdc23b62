package lineage_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dendro/backend/internal/tests"
	"dendro/backend/lineage"
	"dendro/backend/transcript"
)

// choiceOf reads a choice: u1 leaves a turn out, ~u1 its steps.
func choiceOf(t *testing.T, l *lineage.Links, words string) lineage.Choice {
	t.Helper()
	c := lineage.Choice{Turns: map[int32]bool{}, Steps: map[int32]bool{}}
	for _, word := range strings.Fields(words) {
		if steps, ok := strings.CutPrefix(word, "~"); ok {
			c.Steps[find(t, l, steps)] = true
		} else {
			c.Turns[find(t, l, word)] = true
		}
	}
	return c
}

// remainder prints the records that stay, with the parents that are replaced: u2<a1.
func remainder(l *lineage.Links, r lineage.Remainder) string {
	var all []string
	for k, i := range r.Records {
		word := name(l, i)
		if r.Joined[k] {
			word += "<" + name(l, r.Parents[k])
		}
		all = append(all, word)
	}
	return strings.Join(all, " ")
}

// TestWithout checks what stays of a chain, and what it hangs on.
func TestWithout(t *testing.T) {
	const (
		begun = "prompt u1, reply a1, "
		three = begun + "prompt u2, reply a2, prompt u3, reply a3"
		works = begun + "prompt u2, reply b2, call c2, result r2, thinking h2 id=m, reply a2 id=m, prompt u3, reply a3"
	)
	for _, tt := range []struct{ name, file, choice, want string }{
		{"nothing", three, "", "u1 a1 u2 a2 u3 a3"},
		{"a turn in the middle", three, "u2", "u1 a1 u3<a1 a3"},
		{"the first turn", three, "u1", "u2<- a2 u3 a3"},
		{"several", three, "u1 u2", "u3<- a3"},
		{"the last turn stays", three, "u3 ~u3", "u1 a1 u2 a2 u3 a3"},
		{"structure goes with its turn", "hook h, prompt u1, system s, reply a1, hook k, prompt u2, reply a2", "u1", "h u2<h a2"},
		{"of a turn its prompt and its last reply", works, "~u2", "u1 a1 u2 a2<u2 u3 a3"},
		{"all of a turn before its steps", works, "~u2 u2", "u1 a1 u3<a1 a3"},
		{"parallel calls", "prompt u1, call c1 id=m, call c2 id=m, result r1 <c1, result r2 <c2, reply a1, prompt u2, reply a2", "~u1", "u1 a1<u1 u2 a2"},
		{"… the prompt alone where no text answers it", "prompt u1, call c1, result r1, prompt u2, reply a2", "~u1", "u1 u2<u1 a2"},
		{"an error is no last reply", "prompt u1, reply b1, call c1, result r1, reply a1 error model=<synthetic>, prompt u2, reply a2", "~u1", "u1 b1 u2<b1 a2"},
		{"a queued prompt is one of the prompts", "prompt u1, call c1, result r1, queued q1, reply a1, prompt u2, reply a2", "~u1", "u1 q1<u1 a1 u2 a2"},
		{"what the client adds to a prompt stays with it", "command u1, meta m1, call c1, result r1, reply a1, prompt u2, reply a2", "~u1", "u1 m1 a1<m1 u2 a2"},

		{"a compaction's summary stays", three + ", boundary b <- logical=a3, summary s, prompt u4, reply a4, prompt u5, reply a5", "u4", "b s u5<s a5"},
		{"… what goes on behind it may go", three + ", boundary b <- logical=a3, summary s, call c4, result r4, reply a4, prompt u5, reply a5", "b", "b s u5<s a5"},
		{"… what it preserved stays", three + ", boundary b <- logical=a1 head=u2 anchor=s tail=a3 kept=u2+a3, summary s, prompt u4, reply a4, prompt u5, reply a5", "u2 u3 u4", "u2 a3 b s u5<s a5"},
		{"… where there is no boundary (1.0.x)", three + ", summary s <-, reply a4, prompt u5, reply a5", "s u5", "s u5<s a5"},

		{"a lost parent is replaced by the client's own substitute", begun + "prompt u2 <gone at=5.9, reply a2, prompt u3, reply a3", "u1", "u2<- a2 u3 a3"},
		{"… which is named, too, where it stays", begun + "prompt u2 <gone at=5.9, reply a2, prompt u3, reply a3", "", "u1 a1 u2<a1 a2 u3 a3"},
		{"… and none where there is none", begun + "prompt u2 <gone at=60, reply a2 at=61, prompt u3 at=62, reply a3 at=63", "u2", "u3<- a3"},
		{"a circle is opened", "prompt u1 <a2, reply a1, prompt u2, reply a2", "u1", "u2<- a2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := file(t, tt.file)
			chain := l.Chain(l.Tail)
			got := l.Without(chain, choiceOf(t, l, tt.choice))
			if got := remainder(l, got); got != tt.want {
				t.Errorf("%s\nof   %s\nwithout %s\ngot  %s\nwant %s", tt.file, names(l, chain), tt.choice, got, tt.want)
			}
		})
	}
}

// TestWithoutOfRandomHistories: for any choice a closed chain stays, and a client sends the
// records of the whole that are still in it.
func TestWithoutOfRandomHistories(t *testing.T) {
	tests.Seeds(t, 400, func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 58))
		hostile := seed%2 == 1
		sketch := randomSession(r, hostile)
		l := file(t, sketch)
		at := int32(r.IntN(len(l.Facts.Nodes)))
		chain := l.Chain(at)
		turns := l.ChainTurns(chain)
		choice := lineage.Choice{Turns: map[int32]bool{}, Steps: map[int32]bool{}}
		for _, turn := range turns {
			choice.Turns[turn.First] = r.IntN(3) == 0
			choice.Steps[turn.First] = r.IntN(3) == 0
		}
		left := l.Without(chain, choice)
		if problem := closed(l, chain, left); problem != "" {
			t.Fatalf("seed %d: %s\n%s\nof   %s\nleft %s", seed, problem, sketch, names(l, chain), remainder(l, left))
		}
		for _, turn := range turns {
			if turn.Stays && !subsequence(turn.Records, left.Records) {
				t.Fatalf("seed %d: the last turn is not whole\n%s\nof   %s\nleft %s", seed, sketch, names(l, chain), remainder(l, left))
			}
		}
		if n := len(chain); n > 0 && !slices.Contains(left.Records, chain[n-1]) {
			t.Fatalf("seed %d: the record to continue from is gone\n%s", seed, sketch)
		}
		stays := map[string]bool{}
		for _, i := range left.Records {
			stays[name(l, i)] = true
		}
		want := strings.Fields(loads(l.Subset(chain)))
		want = slices.DeleteFunc(want, func(uuid string) bool { return !stays[uuid] })
		written := rewritten(t, l, sketch, left)
		got := strings.Fields(loads(written))
		if hostile { // of circles and repetitions a client sends some records twice, or skips them
			want = slices.DeleteFunc(slices.Clone(got), func(uuid string) bool { return !stays[uuid] })
		}
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: a client sends %v, want %v\n%s\nof   %s\nleft %s", seed, got, want, sketch, names(l, chain), remainder(l, left))
		}
	})
}

func loads(l *lineage.Links) string { return names(l, l.LoadsBy("2.1.332")) }

// closed returns a fault of a remainder, or "".
func closed(l *lineage.Links, chain []int32, left lineage.Remainder) string {
	if !subsequence(left.Records, chain) {
		return "not a part of the chain, in order"
	}
	in, parent := map[int32]bool{}, map[int32]int32{}
	for k, i := range left.Records {
		in[i], parent[i] = true, left.Parents[k]
	}
	preserved := false
	for _, i := range chain {
		preserved = preserved || l.Facts.Nodes[i].Flags.Has(transcript.FlagBoundary)
		if l.Facts.Nodes[i].Flags.Has(transcript.FlagBoundary|transcript.FlagCompactSummary) && !in[i] {
			return "a compaction is gone: " + name(l, i)
		}
	}
	for k, i := range left.Records {
		if p := left.Parents[k]; p != lineage.None && !in[p] {
			return name(l, i) + " hangs on nothing"
		}
		if n := l.Facts.Nodes[i]; !left.Joined[k] && !preserved && (left.Parents[k] == lineage.None) != n.Parent.IsZero() {
			return name(l, i) + " dangles"
		}
		at := i
		for steps := 0; at != lineage.None; steps++ {
			if steps > len(left.Records) {
				return name(l, i) + " is in a circle"
			}
			at = parent[at]
		}
		// c1 is the call of r1 and r1b.
		word := name(l, i)
		for _, j := range chain {
			other := name(l, j)
			if word[0] == 'c' && (other == "r"+word[1:]) && !in[j] || word[0] == 'r' && other == "c"+word[1:] && !in[j] {
				return word + " without " + other
			}
		}
	}
	return ""
}

func subsequence[E comparable](part, of []E) bool {
	for _, e := range of {
		if len(part) > 0 && part[0] == e {
			part = part[1:]
		}
	}
	return len(part) == 0
}

// rewritten returns the links of the file that a remainder is written to.
func rewritten(t *testing.T, l *lineage.Links, sketch string, left lineage.Remainder) *lineage.Links {
	t.Helper()
	written := map[string]object{}
	for _, line := range lines(sketch) {
		written[fmt.Sprint(line["uuid"])] = line
	}
	var facts transcript.Facts
	var decoder transcript.Decoder
	collector := transcript.NewCollector(&facts)
	for k, i := range left.Records {
		line := written[name(l, i)]
		if p := left.Parents[k]; left.Joined[k] {
			line["parentUuid"] = nil
			if p != lineage.None {
				line["parentUuid"] = name(l, p)
			}
		}
		text, err := json.Marshal(line)
		if err != nil {
			t.Fatal(err)
		}
		r, err := decoder.Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		collector.Add(r, transcript.Classify(r))
	}
	return lineage.New("one", &facts)
}

// randomSession sketches a session: turns with parallel calls, hooks, errors, queued
// prompts, rewinds and compactions. A hostile one has circles, parents that are missing,
// and records that say what others said.
func randomSession(r *rand.Rand, hostile bool) string {
	var all []string
	n := 0
	var ends []string // of turns, to go back to
	add := func(kind, letter, more string) string {
		uuid := fmt.Sprintf("%s%d", letter, n)
		if hostile && r.IntN(8) == 0 {
			switch r.IntN(4) {
			case 0:
				more = "<gone"
			case 1:
				more = fmt.Sprintf("<a%d", n+r.IntN(3))
			case 2:
				more = fmt.Sprintf("<u%d", r.IntN(n+3))
			case 3:
				more += fmt.Sprintf(" =a%d", r.IntN(n+1))
			}
		}
		all = append(all, strings.TrimSpace(kind+" "+uuid+" "+more))
		return uuid
	}
	turn := func(from string) {
		n++
		add("prompt", "u", from)
		for range r.IntN(4) {
			n++
			switch r.IntN(5) {
			case 0:
				add("hook", "h", "")
			case 1:
				add("thinking", "t", "")
			case 2:
				add("reply", "b", "")
			default:
				first := n
				calls := 1 + r.IntN(3)
				for range calls {
					add("call", "c", fmt.Sprintf("id=m%d", first))
					n++
				}
				for k := range calls {
					all = append(all, fmt.Sprintf("result r%d <c%d", first+k, first+k))
				}
				if r.IntN(4) == 0 {
					add("queued", "q", "")
				}
			}
		}
		n++
		if r.IntN(6) == 0 {
			add("reply", "e", "error model=<synthetic>")
		}
		ends = append(ends, add("reply", "a", ""))
	}
	turn("<-")
	for range 1 + r.IntN(6) {
		from := ""
		switch r.IntN(10) {
		case 0:
			from = "<" + ends[r.IntN(len(ends))]
		case 1:
			n++
			add("boundary", "x", "<- logical="+ends[len(ends)-1])
			add("summary", "s", "")
			if r.IntN(2) == 0 {
				add("reply", "b", "")
			}
		}
		turn(from)
	}
	return strings.Join(all, ", ")
}
