package transcript

import "dendro/backend/jsonl"

// fingerprintBytes is the length of the prefix that distinguishes texts of equal length.
const fingerprintBytes = 48

// fingerprint returns a hash of a message's content, or 0 for a record without content. Two
// records at the same place with the same fingerprint have the same content. Texts, inputs
// and results count by length and prefix; calls and results also by id, since providers
// reuse ids. A text written as a string equals the same text written as a block: 1.0.x
// copies convert between the two (format.md 5, R1).
func fingerprint(r *Record) uint32 {
	if !r.Kind.Turn() {
		return 0
	}
	h := uint32(fnvOffset)
	for i := range r.Blocks {
		b := &r.Blocks[i]
		h = (h ^ uint32(b.Kind)) * fnvPrime
		switch b.Kind {
		case BlockToolUse:
			h = mixed(mixed(h, b.ToolID), b.Input)
		case BlockToolResult:
			h = mixed(mixed(h, b.ToolID), b.Content)
		case BlockText, BlockThinking:
			h = mixed(h, b.Text)
		default:
			h = mixed(h, b.Raw)
		}
	}
	return max(h, 1)
}

// mixed adds the length and the prefix of a value to a fingerprint.
func mixed(h uint32, v jsonl.Value) uint32 {
	h = (h ^ uint32(len(v))) * fnvPrime
	for _, c := range v[:min(len(v), fingerprintBytes)] {
		h = (h ^ uint32(c)) * fnvPrime
	}
	return h
}

// FNV-1a is stable between runs, so its hashes can be stored.
const (
	fnvOffset   = 2166136261
	fnvPrime    = 16777619
	fnvOffset64 = 14695981039346656037
	fnvPrime64  = 1099511628211
)

// hash64 returns a hash of s: 0 for the empty string only.
func hash64(s string) uint64 {
	if s == "" {
		return 0
	}
	h := uint64(fnvOffset64)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * fnvPrime64
	}
	return max(h, 1)
}
