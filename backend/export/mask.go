package export

import "regexp"

// masked stands where something was hidden.
const masked = "[masked]"

// masker hides what looks like a secret; nil hides nothing.
type masker struct{ secret *regexp.Regexp }

func newMasker() *masker { return &masker{secret()} }

// secret matches what keys, tokens and passwords of common services look like.
func secret() *regexp.Regexp {
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
}

func (m *masker) text(s string) string {
	if m == nil {
		return s
	}
	return m.secret.ReplaceAllString(s, masked)
}

// value masks the strings of a JSON value, which it may change. A member's name
// tells what its value is: {"password": "…"}.
func (m *masker) value(v any) any {
	switch v := v.(type) {
	case string:
		return m.text(v)
	case []any:
		for i := range v {
			v[i] = m.value(v[i])
		}
	case map[string]any:
		for key, member := range v {
			if s, ok := member.(string); ok && m.text(key+"="+s) == masked {
				v[key] = masked
				continue
			}
			v[key] = m.value(member)
		}
	}
	return v
}
