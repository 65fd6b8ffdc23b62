package transcript

import (
	"path"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// ProjectKey returns a canonical form that all spellings of a project's directory share:
// composed Unicode (macOS decomposes it), without "." and trailing separators. Paths of
// Windows have one kind of separator, no device prefix (\\?\, \\.\) and one case, except
// below a distribution of WSL, which has two names (wsl$, wsl.localhost). Paths of macOS
// have one case. A name that is not a path is its own key.
func ProjectKey(dir string) string {
	dir = norm.NFC.String(dir)
	if windowsPath(dir) {
		return windowsKey(dir)
	}
	if !path.IsAbs(dir) {
		return dir
	}
	dir = path.Clean(dir)
	for _, volume := range [...]string{"/Users/", "/Volumes/", "/private/"} {
		if strings.HasPrefix(dir, volume) {
			return strings.ToLower(dir)
		}
	}
	return dir
}

// windowsKey returns the key of a path that was written on Windows.
func windowsKey(dir string) string {
	dir = strings.ReplaceAll(dir, `\`, "/")
	for _, device := range [...]string{"//?/", "//./"} {
		if rest, ok := strings.CutPrefix(dir, device); ok {
			if dir = rest; len(rest) > 4 && strings.EqualFold(rest[:4], "unc/") {
				dir = "//" + rest[4:]
			}
		}
	}
	if share, ok := strings.CutPrefix(dir, "//"); ok {
		share = strings.TrimPrefix(path.Clean("/"+share), "/")
		host, below, _ := strings.Cut(share, "/")
		switch host = strings.ToLower(host); host {
		case "wsl$", "wsl.localhost":
			distribution, rest, _ := strings.Cut(below, "/")
			return strings.TrimSuffix("//wsl.localhost/"+strings.ToLower(distribution)+"/"+rest, "/")
		}
		return strings.TrimSuffix("//"+host+"/"+strings.ToLower(below), "/")
	}
	key := strings.ToLower(path.Clean(dir))
	if len(key) == 2 && len(dir) > 2 {
		key += "/" // of a drive
	}
	return key
}

// ProjectSpelling returns a project's directory for display, without a trailing separator
// or ".".
func ProjectSpelling(dir string) string {
	if !windowsPath(dir) && !path.IsAbs(dir) {
		return dir
	}
	for {
		dir = trimSeparators(dir)
		above, name := splitLast(dir)
		if name != "." {
			return dir
		}
		dir = dir[:len(above)+1]
	}
}

// Repository returns the directory of the repository that a working directory is a worktree
// of, or "". Claude Code keeps worktrees in <repository>/.claude/worktrees/<name>, other
// tools in <repository>/.worktrees/<name>. Any other worktree is known by the directory that
// its session says it came from (worktreeSession.originalCwd), of, which may be "".
func Repository(dir, of string) string {
	dir, of = ProjectSpelling(dir), ProjectSpelling(of)
	if above, name := splitLast(dir); name != "" {
		if above, ok := cutLast(above, ".worktrees"); ok {
			return above
		}
		if above, ok := cutLast(above, "worktrees"); ok {
			if above, ok = cutLast(above, ".claude"); ok {
				return above
			}
		}
	}
	key, whole := ProjectKey(dir), ProjectKey(of)
	if dir == "" || of == "" || key == whole || strings.HasPrefix(key, strings.TrimSuffix(whole, "/")+"/") {
		return ""
	}
	return of
}

// LinkedRepository returns the repository of a worktree by what the .git file in its
// directory says, or "": "gitdir: <repository>/.git/worktrees/<name>", relative since Git
// 2.48 on request. Submodules say modules instead, and bare repositories are no directory
// that a chat could have.
func LinkedRepository(dir string, gitFile []byte) string {
	line, _, _ := strings.Cut(string(gitFile), "\n")
	to, ok := strings.CutPrefix(strings.TrimSpace(line), "gitdir:")
	if to = strings.TrimSpace(to); !ok || to == "" || !utf8.ValidString(to) {
		return ""
	}
	separators := strings.ReplaceAll(to, `\`, "/")
	if !windowsPath(dir) {
		separators = to
	}
	if !path.IsAbs(separators) && !windowsPath(separators) {
		separators = path.Join(strings.ReplaceAll(dir, `\`, "/"), separators)
	}
	above, name, ok := cutEnd(separators, "/.git/worktrees/")
	if !ok || name == "" || strings.Contains(name, "/") {
		return ""
	}
	if windowsPath(dir) {
		above = strings.ReplaceAll(above, "/", `\`)
	}
	return above
}

// cutEnd cuts s around the last occurrence of sep.
func cutEnd(s, sep string) (before, after string, ok bool) {
	if at := strings.LastIndex(s, sep); at > 0 {
		return s[:at], s[at+len(sep):], true
	}
	return s, "", false
}

// splitLast returns the directory above a path, without a trailing separator, and its last name.
func splitLast(dir string) (above, name string) {
	separators := "/"
	if windowsPath(dir) {
		separators = `/\`
	}
	at := strings.LastIndexAny(dir, separators)
	if at < 0 {
		return "", dir
	}
	return dir[:at], dir[at+1:]
}

// cutLast returns the directory above a path whose last name is the given one. It is false
// for other paths and where nothing is above.
func cutLast(dir, last string) (string, bool) {
	above, name := splitLast(dir)
	return above, name == last && above != ""
}

// BetterSpelling reports whether to show a rather than b for a project that is spelled both
// ways, independent of order: composed, with the system's separators, with capitals.
func BetterSpelling(a, b string) bool {
	cost := func(dir string) int {
		n := 0
		if !norm.NFC.IsNormalString(dir) {
			n += 4
		}
		if windowsPath(dir) && strings.Contains(dir, "/") || !windowsPath(dir) && dir != path.Clean(dir) {
			n += 2
		}
		if strings.HasPrefix(dir, `\\?\`) || strings.HasPrefix(dir, `\\.\`) {
			n++
		}
		if strings.Contains(dir, `\.\`) {
			n++
		}
		return n
	}
	if x, y := cost(a), cost(b); x != y {
		return x < y
	}
	return a < b // capitals sort first
}

// InProject reports whether a project's path contains a text, regardless of spelling. A
// trailing separator in the text matches the end of a name.
func InProject(project, text string) bool {
	loose := func(s string) string {
		return strings.ToLower(strings.ReplaceAll(norm.NFC.String(s), `\`, "/"))
	}
	return strings.Contains(loose(ProjectSpelling(project))+"/", loose(text))
}

// windowsPath reports whether a path was written on Windows.
func windowsPath(dir string) bool {
	if strings.HasPrefix(dir, `\\`) || strings.HasPrefix(dir, "//") && len(dir) > 2 && dir[2] != '/' {
		return true
	}
	if len(dir) < 2 || dir[1] != ':' || len(dir) > 2 && dir[2] != '/' && dir[2] != '\\' {
		return false
	}
	letter := dir[0] | 0x20
	return letter >= 'a' && letter <= 'z'
}

// trimSeparators removes trailing separators, except that of a root.
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
