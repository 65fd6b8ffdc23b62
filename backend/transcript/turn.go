package transcript

// TurnPart is the effect of a record on the turns of a branch.
type TurnPart uint8

// The effects on turns.
const (
	TurnAside   TurnPart = iota // nothing
	TurnOpener                  // a prompt or a message: opens a turn
	TurnCommand                 // a command: opens a turn if an assistant answers it
	TurnAnswer                  // an assistant's text or call
	TurnBreak                   // a compaction: later answers do not belong to earlier commands
)

// TurnPart returns the effect of a record with these flags on the turns of its branch.
func (f Flags) TurnPart() TurnPart {
	switch {
	case f.Has(FlagAsks) || f.IsPrompt():
		return TurnOpener
	case f.Has(FlagCommand):
		return TurnCommand
	case f.Has(FlagBoundary | FlagCompactSummary):
		return TurnBreak
	case f.Has(FlagAssistant) && !f.Has(FlagAPIError|FlagSynthetic):
		return TurnAnswer
	}
	return TurnAside
}

// TurnFinder decides where the turns of a branch begin. Everything that counts or lists
// turns uses it. The zero value is ready.
type TurnFinder struct {
	command int // index of the unanswered command, plus one
}

// Add adds the next part of the branch. It returns the index where a turn begins: of this
// part, or of a command before it.
func (z *TurnFinder) Add(place int, part TurnPart) (begins int, ok bool) {
	switch part {
	case TurnOpener:
		z.command = 0
		return place, true
	case TurnCommand:
		z.command = place + 1
	case TurnBreak:
		z.command = 0
	case TurnAnswer:
		begins, ok = z.command-1, z.command > 0
		z.command = 0
	}
	return begins, ok
}
