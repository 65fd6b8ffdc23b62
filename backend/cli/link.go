package cli

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// PlaceLink returns the first of some arguments that may name a place in Dendro, "" where
// none does. It comes from anywhere: the page reads it, and opens what it can; nothing is
// run for it.
func PlaceLink(args []string) string {
	const longest = 4000
	for _, arg := range args {
		scheme, _, found := strings.Cut(arg, "://")
		if found && strings.EqualFold(scheme, "dendro") && len(arg) <= longest && utf8.ValidString(arg) && !strings.ContainsFunc(arg, unicode.IsControl) {
			return arg
		}
	}
	return ""
}

// linkOrNothing wants nothing, or one link: desktops start the program with one.
func linkOrNothing(cmd *cobra.Command, args []string) error {
	if len(args) == 1 && PlaceLink(args) != "" {
		return nil
	}
	return noArgs(cmd, args)
}
