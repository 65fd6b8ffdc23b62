package transcript

// fingerprintBytes is how much of a text tells it from others of the same length.
const fingerprintBytes = 48

// fingerprint returns what tells the content of a message from another one's,
// 0 for a record without content: two records that stand at the same place and
// have the same fingerprint say the same. A call and its result are known by
// their id, a text by its length and its beginning. Whether a text was written as
// a string or as a block makes no difference: 1.0.x copies turn the one into the
// other (format.md 5, R1).
func fingerprint(r *Record) uint32 {
	if !r.Kind.Turn() {
		return 0
	}
	h := uint32(fnvOffset)
	for i := range r.Blocks {
		b := &r.Blocks[i]
		v := b.Text
		switch b.Kind {
		case BlockToolUse, BlockToolResult:
			v = b.ToolID
		case BlockText, BlockThinking:
		default:
			v = b.Raw
		}
		h = (h ^ uint32(b.Kind)) * fnvPrime
		h = (h ^ uint32(len(v))) * fnvPrime
		for _, c := range v[:min(len(v), fingerprintBytes)] {
			h = (h ^ uint32(c)) * fnvPrime
		}
	}
	return max(h, 1)
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
