package export

import (
	"encoding/json"
	"regexp"
	"sync"
)

// masked replaces redacted text.
const masked = "[masked]"

// secret matches keys, tokens and passwords of common services. It is large, so it is
// compiled on first use.
var secret = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?s)` +
		`-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)` +
		`|\b(?:sk|rk|pk)[-_](?:ant|live|test|proj|or)[-_][A-Za-z0-9_-]{8,}` +
		`|\bsk-[A-Za-z0-9]{20,}` +
		`|\b(?:gh[pousr]|github_pat)_[A-Za-z0-9_]{20,}` +
		`|\bglpat-[A-Za-z0-9_-]{16,}` +
		`|\b(?:AKIA|ASIA)[0-9A-Z]{16}\b` +
		`|\bAIza[0-9A-Za-z_-]{30,}` +
		`|\bxox[abeoprs]-[A-Za-z0-9-]{10,}` +
		`|\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}` +
		`|(?i:\bbearer\s+)[A-Za-z0-9._~+/=-]{16,}` +
		`|(?i:\b[a-z0-9_-]*(?:password|passwd|secret|token|api[_-]?key)["']?\s*[:=]\s*["']?)[^\s"',;]{8,}` +
		`|://[^/\s:@]+:[^/\s@]+@`)
})

// clean redacts a text.
func (o *Options) clean(s string) string {
	if !o.Mask {
		return s
	}
	return secret().ReplaceAllString(s, masked)
}

// Mask redacts the likely secrets of a text.
func Mask(s string) string { return (&Options{Mask: true}).clean(s) }

// MaskJSON redacts the strings of a JSON value. It returns nil if that is invalid.
func MaskJSON(raw json.RawMessage) json.RawMessage { return (&Options{Mask: true}).cleanJSON(raw) }

// cleanJSON redacts the strings of a value. Invalid JSON is left out: it could not be
// redacted safely.
func (o *Options) cleanJSON(raw json.RawMessage) json.RawMessage {
	if !o.Mask || len(raw) == 0 {
		return raw
	}
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return nil
	}
	clean, err := json.Marshal(o.cleanValue(v))
	if err != nil {
		return nil
	}
	return clean
}

// cleanValue redacts the strings of a JSON value in place. The name of a member matters
// too: {"password": "…"}.
func (o *Options) cleanValue(v any) any {
	switch v := v.(type) {
	case string:
		return o.clean(v)
	case []any:
		for i := range v {
			v[i] = o.cleanValue(v[i])
		}
	case map[string]any:
		for key, member := range v {
			if s, ok := member.(string); ok && o.clean(key+"="+s) == masked {
				v[key] = masked
				continue
			}
			v[key] = o.cleanValue(member)
		}
	}
	return v
}
