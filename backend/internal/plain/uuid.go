package plain

import "github.com/google/uuid"

// IsUUID reports whether s is a UUID in lower case, as Claude Code writes it, or in upper
// case, as a person may type it. No other form of an id may be passed to a command.
func IsUUID(s string) bool { return len(s) == 36 && uuid.Validate(s) == nil }
