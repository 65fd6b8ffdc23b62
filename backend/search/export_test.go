package search

// What the reference of the tests takes from the package: texts that are made
// of tagged ones are tested by tables, and not written twice.

// Untag is untag.
func Untag(s string) string { return untag(s) }

// CommandText is commandText.
func CommandText(s string) string { return commandText(s) }

// BashText is bashText.
func BashText(s string) string { return bashText(s) }
