package transcript

import (
	"path"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// ProjectKey returns what all spellings of a project's directory have in common: Unicode
// is composed (macOS decomposes it), no separator ends the path, and a Windows path has
// one kind of separator and no case. A name that is no path is its own key.
func ProjectKey(dir string) string {
	dir = norm.NFC.String(dir)
	if windowsPath(dir) {
		dir = strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(dir, `\\?\`), `\`, "/"))
		return trimSeparators(dir)
	}
	if path.IsAbs(dir) {
		return path.Clean(dir)
	}
	return dir
}

// ProjectSpelling returns a spelling of a project's directory as people read it: without a
// separator at its end.
func ProjectSpelling(dir string) string {
	if windowsPath(dir) || path.IsAbs(dir) {
		return trimSeparators(dir)
	}
	return dir
}

// BetterSpelling reports whether a rather than b is shown for a project that is spelled in
// both ways, whichever comes first: composed, as its system writes it, with capitals.
func BetterSpelling(a, b string) bool {
	cost := func(dir string) int {
		n := 0
		if !norm.NFC.IsNormalString(dir) {
			n += 4
		}
		if windowsPath(dir) && strings.Contains(dir, "/") || !windowsPath(dir) && dir != path.Clean(dir) {
			n += 2
		}
		if strings.HasPrefix(dir, `\\?\`) {
			n++
		}
		return n
	}
	if x, y := cost(a), cost(b); x != y {
		return x < y
	}
	return a < b // capitals come first
}

// InProject reports whether the path of a project contains a text, however both are
// spelled. The text may end in a separator: then it means the end of a name.
func InProject(project, text string) bool {
	loose := func(s string) string {
		return strings.ToLower(strings.ReplaceAll(norm.NFC.String(s), `\`, "/"))
	}
	return strings.Contains(loose(ProjectSpelling(project))+"/", loose(text))
}

// windowsPath reports whether a path was written on Windows.
func windowsPath(dir string) bool {
	if strings.HasPrefix(dir, `\\`) {
		return true
	}
	if len(dir) < 2 || dir[1] != ':' || len(dir) > 2 && dir[2] != '/' && dir[2] != '\\' {
		return false
	}
	letter := dir[0] | 0x20
	return letter >= 'a' && letter <= 'z'
}

// trimSeparators removes separators at the end of a path, but for that of a root.
func trimSeparators(dir string) string {
	separators := "/"
	if windowsPath(dir) {
		separators = `/\`
	}
	short := strings.TrimRight(dir, separators)
	if short == "" || strings.HasSuffix(short, ":") && len(short) < len(dir) {
		return dir[:len(short)+1]
	}
	return short
}
