package lineage

import (
	"slices"

	"dendro/backend/transcript"
)

// LoadsBy returns the user and assistant records and the queued prompts, in order, that a
// client sends when it resumes the session. The version is that of the client; one that
// cannot be parsed counts as 2.1.120 or later. The result differs from the branch to the
// leaf: after a compaction it holds only the summary, the preserved messages and later
// ones, and no errors and no calls without an answer except the last ones. Measured on
// 2.1.120–2.1.330 (format.md 12.2, 12.3).
func (l *Links) LoadsBy(client string) []int32 { return l.viewOf(client).loads() }

func (z *clientView) loads() []int32 {
	_, end := z.leaf()
	chain := z.chain(end)
	if z.since(siblings) {
		chain = z.withSiblings(chain)
	}
	for i := len(chain) - 1; i >= 0; i-- {
		if z.has(chain[i], transcript.FlagBoundary) {
			chain = chain[i+1:]
			break
		}
	}
	return z.sent(chain)
}

// siblings is the first version that sends all of several parallel calls: 2.0.77–2.1.50
// send those of one parent chain (format.md 12.2).
const siblings = "2.1.51"

// chain returns the ancestors of i, and i, in order.
func (z *clientView) chain(i int32) []int32 {
	var chain []int32
	for range z.parent {
		if i == None {
			break
		}
		chain = append(chain, i)
		i = z.parent[i]
	}
	slices.Reverse(chain)
	return chain
}

// withSiblings inserts the other records of a response after its last record on the chain,
// with the results of their calls in file order: parallel calls fork the links (2.1.51+).
func (z *clientView) withSiblings(chain []int32) []int32 {
	on := make([]bool, len(z.raw))
	last := map[uint64]int32{} // record of the chain by message
	for _, i := range chain {
		on[i] = true
		if m := z.Facts.Nodes[i].Message; m != 0 {
			last[m] = i
		}
	}
	parts := map[uint64][]int32{}
	behind := map[uint64][]int32{}
	call := z.answers().call
	answered := make([]bool, len(z.raw)) // calls whose result is already sent: one result each
	for _, i := range chain {
		if c := call[i]; c != None {
			answered[z.Original(c)] = true
		}
	}
	for i := range z.Facts.Nodes {
		n, at := &z.Facts.Nodes[i], int32(i)
		if on[at] || z.pruned != nil && z.pruned[i] || !z.Main(at) {
			continue
		}
		if _, ok := last[n.Message]; ok && n.Message != 0 {
			parts[n.Message] = append(parts[n.Message], at)
		} else if p := z.raw[i]; p != None && n.Flags.Has(transcript.FlagToolResult) {
			c := call[at]
			if m := z.Facts.Nodes[p].Message; c != None && m != 0 && !answered[z.Original(c)] {
				behind[m] = append(behind[m], at)
				answered[z.Original(c)] = true
			}
		}
	}
	if len(parts)+len(behind) == 0 {
		return chain
	}
	out := make([]int32, 0, len(chain)+len(parts))
	var later []int32 // results after the one on the chain
	for k, i := range chain {
		out = append(out, i)
		if z.has(i, transcript.FlagToolResult) {
			out, later = append(out, later...), nil
		}
		if m := z.Facts.Nodes[i].Message; m != 0 && last[m] == i {
			out = append(out, parts[m]...)
			sooner := behind[m]
			if next := slices.IndexFunc(chain[k+1:], z.turn); next >= 0 && z.has(chain[k+1+next], transcript.FlagToolResult) {
				at, _ := slices.BinarySearch(sooner, chain[k+1+next])
				sooner, later = sooner[:at], sooner[at:]
			}
			out = append(out, sooner...)
		}
	}
	return out
}

func (z *clientView) turn(i int32) bool { return z.has(i, transcript.FlagTurn) }

// sendsErrors reports whether the client sends the replies that it wrote itself after an
// error of the model (1.0.54–1.0.128; 2.0.77 and later do not).
func (z *clientView) sendsErrors() bool { return !z.since("2.0.0") }

// sent removes the records that the client does not send.
func (z *clientView) sent(chain []int32) []int32 {
	nodes := z.Facts.Nodes
	call := z.answers().call
	answered := make([]bool, len(nodes))
	partly := map[uint64]bool{} // responses with an answered call
	for _, i := range chain {
		if c := call[i]; c != None {
			answered[z.Original(c)], partly[nodes[c].Message] = true, true
		}
	}
	final := uint64(0) // the last response
	speaking := map[uint64]bool{}
	for _, i := range chain {
		if f := nodes[i].Flags; f.Has(transcript.FlagAssistant) {
			final = nodes[i].Message
			speaking[final] = speaking[final] || f.Has(transcript.FlagText|transcript.FlagToolUse)
		} else if f.Has(transcript.FlagUser) && !f.Has(transcript.FlagToolResult) {
			final = 0
		}
	}
	in := make([]bool, len(nodes))
	out := make([]int32, 0, len(chain))
	again := z.saidAgain(chain)
	for k, i := range chain {
		n := &nodes[i]
		switch f := n.Flags; {
		case again[k]:
		case !f.Has(transcript.FlagTurn | transcript.FlagAsks): // queued prompts are attachments
		case f.Has(transcript.FlagAPIError) && n.Model == 0 && !z.sendsErrors():
		case f.Has(transcript.FlagToolUse) && !answered[z.Original(i)] && !(n.Message == final && final != 0 && z.ends(partly[final])):
		case f.Has(transcript.FlagAssistant) && !speaking[n.Message] && n.Message != 0: // only thinking
		case f.Has(transcript.FlagToolResult) && (call[i] == None || !in[z.Original(call[i])]): // its call is not sent
		default:
			in[z.Original(i)] = true
			out = append(out, i)
		}
	}
	return out
}

// saidAgain returns the calls and results of a chain that a later record of it repeats. If
// a conversation occurs twice in a file (1.0.111–2.1.20), the client sends its texts twice
// and its calls once (2.1.332).
func (z *clientView) saidAgain(chain []int32) map[int]bool {
	if len(z.Repeats) == 0 {
		return nil
	}
	again, last := map[int]bool{}, map[int32]int{}
	for k, i := range chain {
		if !z.has(i, transcript.FlagToolUse|transcript.FlagToolResult) {
			continue
		}
		if earlier, ok := last[z.Original(i)]; ok {
			again[earlier] = true
		}
		last[z.Original(i)] = k
	}
	return again
}
