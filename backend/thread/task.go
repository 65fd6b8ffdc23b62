package thread

import "dendro/backend/transcript"

// task returns where a background task that the row's notice is about was started, and, unless
// it is this row, where its end was reported: as far as ids say so.
func (it *Item) task(said transcript.AgentClaim) (call, end *RowRef) {
	x := it.in.x
	tool := hashText(said.Call)
	if f := it.in.s.holders[tool]; f != nil && tool != 0 {
		n := f.callsWith(tool)[0]
		if f.x == x {
			n, _ = f.callBefore(tool, it.Record)
		}
		c := &f.calls[n]
		call = &RowRef{UUID: f.x.Text(f.x.node(c.Record).ID), Block: int(f.blockOf(n).index)}
	}
	if at, ok := x.claims.notified[said.Agent]; ok && at > it.Record && int(at) < len(x.recs) {
		end = &RowRef{UUID: x.Text(x.node(at).ID)}
	}
	return call, end
}
