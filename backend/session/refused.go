package session

import (
	"dendro/backend/lineage"
	"dendro/backend/transcript"
)

// maxRefused bounds the turns that are searched for the first refused one.
const maxRefused = 32

// refused returns why the turns at the end of a conversation got no answer, and the first
// record of the earliest of them, or "".
func (d *resumePointBuilder) refused(end int32) (why transcript.Refusal, first string, err error) {
	for range maxRefused {
		turn, said := d.turnAt(end)
		if turn == lineage.None {
			break
		}
		found := transcript.Refusal("")
		for _, i := range said {
			if err := d.read(i, func(r *transcript.Record) { found = r.Refusal() }); err != nil {
				return "", "", err
			}
			if found != "" {
				break
			}
		}
		if found == "" {
			break
		}
		if why == "" {
			why = found
		}
		first = d.x.Text(d.links.Facts.Nodes[turn].ID)
		end = d.links.Up[turn]
	}
	return why, first, nil
}

// turnAt returns the prompt or command of the turn that ends at a record, and the records of
// it that may be an error: those of the client after the last reply. It is None if the turn
// ends with a reply.
func (d *resumePointBuilder) turnAt(end int32) (first int32, said []int32) {
	for i, steps := end, 0; i != lineage.None && steps <= maxRefused; i, steps = d.links.Up[i], steps+1 {
		switch f := d.links.Facts.Nodes[i].Flags; {
		case f.Has(transcript.FlagAsks | transcript.FlagCommand):
			return i, said
		case f.Has(transcript.FlagAPIError | transcript.FlagSynthetic | transcript.FlagOutput | transcript.FlagSystem):
			said = append(said, i)
		case f.Has(transcript.FlagAssistant) && len(said) == 0:
			return lineage.None, nil
		}
	}
	return lineage.None, nil
}
