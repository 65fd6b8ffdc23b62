package lineage

import "dendro/backend/transcript"

// Turns returns for every record the one that opens its turn: a prompt, a message, or a
// command that an assistant answers. Records before the first of these belong to the turn
// of the first record. A sidechain belongs to the turn of the record before it in the
// file. None stands for queued prompts that another record repeats.
func (l *Links) Turns() []int32 {
	nodes := l.Facts.Nodes
	finders := make([]transcript.TurnFinder, len(nodes))
	answered := map[int32]bool{} // the commands
	for i := range l.Reading() {
		if up := l.Up[i]; up != None {
			finders[i] = finders[up]
		}
		if begins, ok := finders[i].Add(int(i), nodes[i].Flags.TurnPart()); ok && begins != int(i) {
			answered[int32(begins)] = true
		}
	}
	turns := make([]int32, len(nodes))
	for i := range l.Reading() {
		flags := nodes[i].Flags
		switch up := l.Up[i]; {
		case flags.Has(transcript.FlagQueued) && flags.Has(transcript.FlagGone):
			turns[i] = None
		case up == None || flags.TurnPart() == transcript.TurnOpener || answered[i]:
			turns[i] = i
		default:
			turns[i] = turns[up]
		}
	}
	before := None // the turn of the last record that is in no sidechain
	for i := range nodes {
		switch {
		case l.Main(int32(i)):
			before = turns[i]
		case before != None:
			turns[i] = before
		}
	}
	return turns
}
