package transcript

import (
	"math"
	"strconv"
	"strings"

	"dendro/backend/jsonl"
)

// Usage counts the tokens of one API response. The records of a response repeat it; before
// 2.1.97 the first one held a placeholder, so the largest counts.
type Usage struct {
	In         int64 `json:"in"`
	Out        int64 `json:"out"`
	CacheRead  int64 `json:"cacheRead"`
	CacheWrite int64 `json:"cacheWrite"`
	// CacheWrite1h is the part of CacheWrite that is kept for an hour: the rest is for 5 minutes.
	CacheWrite1h int64 `json:"cacheWrite1h,omitempty"`
}

// Fresh returns the tokens that were processed and not read from the cache: input, additions
// to the cache, and output.
func (u Usage) Fresh() int64 { return u.In + u.CacheWrite + u.Out }

// All returns the tokens of all kinds.
func (u Usage) All() int64 { return u.Fresh() + u.CacheRead }

// Add adds the tokens of another response.
func (u *Usage) Add(o Usage) {
	u.In += o.In
	u.Out += o.Out
	u.CacheRead += o.CacheRead
	u.CacheWrite += o.CacheWrite
	u.CacheWrite1h += o.CacheWrite1h
}

// Effort returns how much thinking the response r was asked for, as "high" (2.1.212+), or "".
func (r *Record) Effort() string { return lineOf(r.field("effort")) }

// MaxTokens caps the figures of a response: no real response has more.
const MaxTokens = 1<<24 - 1

// Tokens returns the usage of r. Values that are not numbers count as 0.
func (r *Record) Tokens() (u Usage) {
	r.Usage.Members(func(key []byte, v jsonl.Value) {
		if string(key) == "cache_creation" { // 1.0.5x+
			v = v.Get("ephemeral_1h_input_tokens")
		}
		n, ok := v.Int()
		if !ok || n < 0 {
			return
		}
		n = min(n, MaxTokens)
		switch string(key) {
		case "input_tokens":
			u.In = n
		case "output_tokens":
			u.Out = n
		case "cache_read_input_tokens":
			u.CacheRead = n
		case "cache_creation_input_tokens":
			u.CacheWrite = n
		case "cache_creation":
			u.CacheWrite1h = n
		}
	})
	u.CacheWrite1h = min(u.CacheWrite1h, u.CacheWrite)
	return u
}

// CostState returns what the session has cost by the client's own count, in US dollars. The last
// such record counts: each holds the sum, also over resumes (cost-state, seen in 2.1.332).
func (r *Record) CostState() (dollars float64, ok bool) {
	if r.Type != "cost-state" {
		return 0, false
	}
	dollars, err := strconv.ParseFloat(string(r.field("totalCostUSD")), 64)
	return dollars, err == nil && dollars >= 0 && !math.IsInf(dollars, 0)
}

// WorktreeState returns the git worktree that the session works in, "" after it was left
// (worktree-state, 2.1.5x).
func (r *Record) WorktreeState() (path string, ok bool) {
	if r.Type != "worktree-state" {
		return "", false
	}
	tree := r.field("worktreeSession")
	return lineOf(tree.Get("worktreePath")), tree.IsObject() || string(tree) == "null"
}

// ContextWindow returns the most tokens that a request to a model may have, or 0 if that is
// not known. seen is the size of a request that it has answered: the window of a million is
// an option that a response does not name.
func ContextWindow(model string, seen int64) int64 {
	const usual, large = 200_000, 1_000_000
	known := strings.HasPrefix(model, "claude-") || model == "opus" || model == "sonnet" || model == "haiku"
	switch {
	case strings.HasSuffix(model, "[1m]"), known && seen > usual:
		return large
	case known:
		return usual
	}
	return 0
}
