package transcript

// fingerprintBytes is how much of a text tells it from others of the same length.
const fingerprintBytes = 48

// fingerprint returns what tells the content of a message from another one's,
// 0 for a record without content: two records that stand at the same place and
// have the same fingerprint say the same. Texts, inputs and results are known by their
// lengths and beginnings, calls and results by their ids as well: providers reuse those.
// Whether a text was written as a string or as a block makes no difference: 1.0.x copies
// turn the one into the other (format.md 5, R1).
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

// mixed adds the length and the beginning of a value to a fingerprint.
func mixed(h uint32, v Value) uint32 {
	h = (h ^ uint32(len(v))) * fnvPrime
	for _, c := range v[:min(len(v), fingerprintBytes)] {
		h = (h ^ uint32(c)) * fnvPrime
	}
	return h
}

// FNV-1a is stable between runs, so that what is made with it can be stored.
const (
	fnvOffset   = 2166136261
	fnvPrime    = 16777619
	fnvOffset64 = 14695981039346656037
	fnvPrime64  = 1099511628211
)

// hash64 returns a hash of s, 0 for the empty one only.
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
