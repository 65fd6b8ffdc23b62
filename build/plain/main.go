// Command plain reports phrases that make comments and messages hard to read: "what is", "who
// asks", "is none", "takes in", "lets go", "comes to", "stands".
//
// It reads the tracked files below the working directory: comments and messages of Go,
// comments of TypeScript, JavaScript, Svelte, CSS, shell and Makefiles, prose in Markdown, and
// the English message catalogues. It exits with status 1 if it finds anything.
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
)

// foreign are paths whose texts are not the project's own: generated files, and histories
// in the words of imaginary users.
var foreign = []string{
	"LICENSE",
	"backend/demo/root",
	"backend/internal/history/demo",
	"build/plain",
	"frontend/package-lock.json",
	"frontend/wailsjs",
	"testdata",
}

func main() {
	if err := run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "plain:", err)
		os.Exit(1)
	}
}

func run(out io.Writer) error {
	names, err := exec.Command("git", "ls-files", "-z").Output()
	if err != nil {
		return fmt.Errorf("list the tracked files: %w", err)
	}
	found := 0
	for name := range strings.SplitSeq(string(bytes.TrimRight(names, "\x00")), "\x00") {
		if below(name, foreign) {
			continue
		}
		extract := extractorOf(name)
		if extract == nil {
			continue
		}
		source, err := os.ReadFile(name)
		if os.IsNotExist(err) {
			continue // deleted, not yet committed
		}
		if err != nil {
			return err
		}
		for _, p := range extract(name, source) {
			for _, f := range check(p.text) {
				fmt.Fprintf(out, "%s:%d: %q: %s\n", name, p.line+strings.Count(p.text[:f.at], "\n"), f.phrase, f.advice)
				found++
			}
		}
	}
	if found > 0 {
		return fmt.Errorf("%d phrases to rewrite; see .github/CONTRIBUTING.md, Language", found)
	}
	return nil
}

// below reports whether a path is one of the given paths or inside one of them.
func below(name string, dirs []string) bool {
	return slices.ContainsFunc(dirs, func(dir string) bool { return name == dir || strings.HasPrefix(name, dir+"/") })
}

// extractorOf returns the function that finds the prose of a file, nil for a file without.
func extractorOf(name string) func(name string, source []byte) []prose {
	switch path.Ext(name) {
	case ".go":
		return goProse
	case ".ts", ".js", ".css":
		return scriptProse
	case ".svelte", ".html":
		return markupProse
	case ".sh", ".yml", ".yaml":
		return hashProse
	case ".md":
		return markdownProse
	case ".json":
		if strings.HasSuffix(path.Dir(name), "/en") || path.Base(name) == "en.json" {
			return catalogueProse
		}
	}
	if path.Base(name) == "Makefile" {
		return hashProse
	}
	return nil
}
