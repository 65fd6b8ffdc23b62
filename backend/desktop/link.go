package desktop

import (
	"fmt"
	"net/url"
	"strings"
	"unicode"
)

// BrowsableURL returns raw as it may be handed to the system's browser. What
// stands in a transcript is not to be trusted: only http, https and mailto pass.
//
// Wails refuses URLs that hold any of the characters escaped here, though most
// of them are legal, so they are percent-encoded first.
func BrowsableURL(raw string) (string, error) {
	parsed, err := url.Parse(raw)
	if err != nil {
		return "", fmt.Errorf("not a valid link: %w", err)
	}
	scheme := strings.ToLower(parsed.Scheme)
	rest := strings.TrimPrefix(parsed.String(), parsed.Scheme+":")
	switch scheme {
	case "http", "https":
		// A name before the host mostly disguises the host.
		if parsed.User != nil || !plainHost(parsed.Host) {
			return "", fmt.Errorf("the link %q does not lead to a plain host", raw)
		}
		// The host as it was given: in rest its letters beyond ASCII are escaped.
		behind := ""
		if end := strings.IndexAny(rest[len("//"):], "/?#"); end >= 0 {
			behind = rest[len("//")+end:]
		}
		return scheme + "://" + parsed.Host + escapeStrictly(behind), nil
	case "mailto":
		return scheme + ":" + escapeStrictly(rest), nil
	default:
		return "", fmt.Errorf("links of the kind %q are not opened", parsed.Scheme)
	}
}

// plainHost tells whether host is a name or an address, with a port or not. It
// is the part of a link that is not escaped, so nothing else may stand there.
func plainHost(host string) bool {
	return host != "" && !strings.ContainsFunc(host, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(".-_:[]", r)
	})
}

// escapeStrictly percent-encodes every byte that Wails' check of a URL refuses,
// and all that is not ASCII.
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
