package cli

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// linkScheme begins every link, in upper or lower case.
const linkScheme = "dendro:"

// Limits of a link, the same as in the page (frontend/src/lib/link.ts).
const (
	maxLink   = 4000
	maxAgents = 32
)

// The parts of a link, the same as in the page.
var (
	linkParts = regexp.MustCompile(`(?i)^dendro://([^/?#\s]+)(?:/([^/?#\s]*))?(?:\?([^#\s]*))?$`)
	linkID    = regexp.MustCompile(`^[\w.-]{1,200}$`)
	// linkSession may end with the number of a copy.
	linkSession = regexp.MustCompile(`^[\w.-]{1,200}(?:~\d{1,6})?$`)
	linkRecord  = regexp.MustCompile(`^[0-9A-Fa-f-]{8,64}$`)
	linkNumber  = regexp.MustCompile(`^\d{1,7}$`)
)

// PlaceLink returns the first argument that is a link to a place in Dendro, or "". Links
// are untrusted: the page parses them and navigates to a place; nothing is run.
func PlaceLink(args []string) string {
	if i := slices.IndexFunc(args, isLink); i >= 0 {
		return args[i]
	}
	return ""
}

// isLink reports whether the page would accept a text as a link.
func isLink(text string) bool {
	if len(text) > maxLink || !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) {
		return false
	}
	parts := linkParts.FindStringSubmatch(strings.TrimSpace(text))
	if parts == nil || !linkSession.MatchString(parts[1]) || parts[2] != "" && !linkRecord.MatchString(parts[2]) {
		return false
	}
	more := linkQuery(parts[3])
	for name, form := range map[string]*regexp.Regexp{"block": linkNumber, "offset": linkNumber, "tip": linkID} {
		values := more[name]
		if len(values) > 0 && !form.MatchString(values[0]) && !(name == "tip" && values[0] == "") {
			return false
		}
	}
	return len(more["agent"]) <= maxAgents && !slices.ContainsFunc(more["agent"], func(agent string) bool {
		first, ok := strings.CutPrefix(agent, "first:")
		return ok && !linkRecord.MatchString(first) || !ok && !linkID.MatchString(agent)
	})
}

// linkQuery splits a query like browsers do: invalid escapes stay as they are.
func linkQuery(query string) map[string][]string {
	unescaped := func(text string) string {
		if plain, err := url.QueryUnescape(text); err == nil {
			return plain
		}
		return strings.ReplaceAll(text, "+", " ")
	}
	values := map[string][]string{}
	for pair := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(pair, "=")
		name = unescaped(name)
		values[name] = append(values[name], unescaped(value))
	}
	return values
}

// linkOrNothing accepts no arguments, or one link: desktops start the program with one.
func linkOrNothing(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) == 1 && isLink(args[0]):
		return nil
	case len(args) > 0 && strings.HasPrefix(strings.ToLower(args[0]), linkScheme):
		if len(args) > 1 {
			return usagef("only one link is allowed, not %q too", args[1])
		}
		return usagef("%.200q is not a link to a place in Dendro: dendro://SESSION/RECORD", args[0])
	}
	return noArgs(cmd, args)
}
