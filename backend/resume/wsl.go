package resume

import (
	"regexp"
	"strings"
)

// wsl is a distribution of the Windows Subsystem for Linux, as seen from Windows.
type wsl struct {
	name  string
	share string // the share with its files
	root  string // the Claude config directory, as seen from inside
}

// wslShare matches a path into a distribution. Names are plain words: others are rejected,
// including options of wsl.exe.
var wslShare = regexp.MustCompile(`(?i)^(\\\\wsl(?:\.localhost|\$)\\(\w[\w.-]*))(\\.*)?$`)

// wslOf returns the distribution that contains a root.
func wslOf(goos, root string) (w wsl, ok bool) {
	if goos != "windows" {
		return wsl{}, false
	}
	found := wslShare.FindStringSubmatch(strings.ReplaceAll(root, "/", `\`))
	if found == nil {
		return wsl{}, false
	}
	return wsl{share: found[1], name: found[2], root: slashed(found[3])}, true
}

func slashed(path string) string {
	if path = strings.ReplaceAll(path, `\`, "/"); path == "" {
		return "/"
	}
	return path
}

// seen returns a directory of the distribution as seen from Windows.
func (w wsl) seen(dir string) string {
	if !strings.HasPrefix(dir, "/") {
		return dir
	}
	return w.share + strings.ReplaceAll(dir, "/", `\`)
}

// inside returns a directory as seen from the distribution.
func (w wsl) inside(dir string) string {
	if other, ok := wslOf("windows", dir); ok && strings.EqualFold(other.name, w.name) {
		return other.root
	}
	return dir
}

// keepWords keeps Git's bash from converting words for Windows programs to paths.
const keepWords = "MSYS_NO_PATHCONV=1"

// argv returns the command of a request for Windows. It uses a login shell inside, so that
// it finds the client like the user. It avoids the default shell in between, which would
// interpret the line again (-e, unlike --), and starts in a directory that always exists:
// the actual one comes from a history, and Windows PowerShell splits words that contain
// quotes. So the script contains no quotes.
func (w wsl) argv(req Request) []string {
	words := req.argv("claude")
	var script strings.Builder
	if req.File != "" {
		script.WriteString("IFS=; set -f; ") // the path that wslpath prints is one word
	}
	for i, word := range words {
		if words[i] = quoteWSL(word); word == req.File && word != "" {
			words[i] = "$(wslpath -u " + words[i] + ")"
		}
	}
	root := quoteWSL(w.root)
	// See config.unset.
	script.WriteString("if [ ~/.claude -ef " + root + " ]; then unset " + configVariable + "; else export " + configVariable + "=" + root + "; fi; ")
	script.WriteString("cd " + quoteWSL(w.inside(req.Dir)) + " && " + strings.Join(words, " "))
	return []string{"wsl.exe", "-d", w.name, "--cd", "~", "-e", "bash", "-lic", script.String()}
}

// quoteWSL is quotePOSIX for bash behind Windows command lines, where quotes and
// backslashes are special too.
func quoteWSL(s string) string {
	return quoteWith(s, "$'", `\%03o`, "'", func(r rune) bool { return control(r) || strings.ContainsRune(`"'\`, r) })
}

// seen returns the directory of a request as seen from this system.
func (h *host) seen(req Request) string {
	if w, ok := wslOf(h.sys.GOOS, req.Root); ok {
		return w.seen(req.Dir)
	}
	return req.Dir
}
