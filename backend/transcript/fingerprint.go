package transcript

import (
	"dendro/backend/internal/checksum"
	"dendro/backend/jsonl"
)

// fingerprint returns a hash of a record's content, or 0 for a record without content. Two
// records of one uuid with the same fingerprint have the same content. Calls and results
// also count by id, since providers reuse ids. A text written as a string equals the same
// text written as a block: 1.0.x copies convert between the two (format.md 5, R1).
func fingerprint(r *Record) uint32 {
	if !r.Kind.Turn() {
		return contentSum(r)
	}
	h := uint32(0)
	for i := range r.Blocks {
		b := &r.Blocks[i]
		switch b.Kind {
		case BlockToolUse:
			h = mixed(mixed(kindSum(h, b.Kind), b.ToolID), b.Input)
		case BlockToolResult:
			h = mixed(mixed(kindSum(h, b.Kind), b.ToolID), b.Content)
		case BlockText, BlockThinking:
			h = mixed(kindSum(h, b.Kind), b.Text)
		default:
			h = mixed(kindSum(h, b.Kind), b.Raw)
		}
	}
	return max(h, 1)
}

// contentSum returns the hash of what a system record or an attachment says.
func contentSum(r *Record) uint32 {
	if len(r.Content)+len(r.Attachment) == 0 {
		return 0
	}
	return max(mixed(mixed(0, r.Content), r.Attachment), 1)
}

// kindSum adds a block's kind to a fingerprint.
func kindSum(h uint32, kind BlockKind) uint32 { return (h ^ uint32(kind)) * fnvPrime }

// mixed adds the length and the bytes of a value to a fingerprint.
func mixed(h uint32, v jsonl.Value) uint32 {
	return checksum.Update((h^uint32(len(v)))*fnvPrime, v)
}

// FNV-1a is stable between runs, so its hashes can be stored.
const (
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
