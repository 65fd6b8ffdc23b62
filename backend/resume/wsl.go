package resume

import (
	"regexp"
	"strings"
)

// wsl is a distribution of the Windows Subsystem for Linux, as Windows sees it.
type wsl struct {
	name  string
	share string // below which its files lie
	root  string // the Claude config directory, as it is called inside
}

// wslShare is a path into a distribution. Names are plain words: what else stands there
// is none, and no option of wsl.exe.
var wslShare = regexp.MustCompile(`(?i)^(\\\\wsl(?:\.localhost|\$)\\(\w[\w.-]*))(\\.*)?$`)

// wslOf is the distribution that a root lies in.
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

// seen is a directory of the distribution as Windows sees it.
func (w wsl) seen(dir string) string {
	if !strings.HasPrefix(dir, "/") {
		return dir
	}
	return w.share + strings.ReplaceAll(dir, "/", `\`)
}

// inside is a directory as the distribution itself sees it.
func (w wsl) inside(dir string) string {
	if other, ok := wslOf("windows", dir); ok && strings.EqualFold(other.name, w.name) {
		return other.root
	}
	return dir
}

// keepWords has the bash of Git hand its words on to programs of Windows as they are: it
// takes some of them for paths.
const keepWords = "MSYS_NO_PATHCONV=1"

// argv is the command of a request for Windows. The shell inside is that of a login, so
// that it finds the client where the person does. It is run without the default shell in
// between, which would read the line once more (-e, where -- does not), and begins in a
// directory that is always there: the one that is meant comes from a history, and Windows
// PowerShell takes words with quotes in them apart. So the script holds none of these.
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

// quoteWSL is quotePOSIX for bash behind the command lines of Windows, where quotes and
// backslashes mean something, too.
func quoteWSL(s string) string {
	return quoteWith(s, "$'", `\%03o`, "'", func(r rune) bool { return control(r) || strings.ContainsRune(`"'\`, r) })
}

// seen is the directory of a request as this system sees it.
func (h *host) seen(req Request) string {
	if w, ok := wslOf(h.sys.GOOS, req.Root); ok {
		return w.seen(req.Dir)
	}
	return req.Dir
}
