package desktop

import (
	"fmt"
	"net/url"
	"strings"
	"unicode"

	"dendro/backend/message"
)

// BrowsableURL returns raw in a form that may be passed to the system's browser.
// Transcripts are untrusted: only http, https and mailto are allowed.
//
// Wails rejects URLs with any of the characters escaped here, though most of them are
// legal, so they are percent-encoded.
func BrowsableURL(raw string) (string, error) {
	parsed, err := url.Parse(raw)
	if err != nil {
		return "", message.New("link_not_valid", "cause", err).Error(err)
	}
	scheme := strings.ToLower(parsed.Scheme)
	rest := strings.TrimPrefix(parsed.String(), parsed.Scheme+":")
	switch scheme {
	case "http", "https":
		// A user name before the host usually disguises the host.
		if parsed.User != nil || !plainHost(parsed.Host) {
			return "", message.New("link_host_refused", "link", raw).Error(nil)
		}
		// Use the host as given: in rest its non-ASCII letters are escaped.
		behind := ""
		if end := strings.IndexAny(rest[len("//"):], "/?#"); end >= 0 {
			behind = rest[len("//")+end:]
		}
		return scheme + "://" + parsed.Host + escapeStrictly(behind), nil
	case "mailto":
		return scheme + ":" + escapeStrictly(rest), nil
	default:
		return "", message.New("link_scheme_refused", "scheme", parsed.Scheme).Error(nil)
	}
}

// plainHost reports whether host is a name or an address, with or without a port. This part
// of a link is not escaped, so nothing else is allowed.
func plainHost(host string) bool {
	return host != "" && !strings.ContainsFunc(host, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(".-_:[]", r)
	})
}

// escapeStrictly percent-encodes every byte that Wails' URL check rejects, and all
// non-ASCII bytes.
func escapeStrictly(s string) string {
	var out strings.Builder
	for i := range len(s) {
		c := s[i]
		if c <= ' ' || c >= 0x7f || strings.IndexByte("`$;|\\<>*{}[]()~!", c) >= 0 {
			fmt.Fprintf(&out, "%%%02X", c)
		} else {
			out.WriteByte(c)
		}
	}
	return out.String()
}
