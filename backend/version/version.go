// Package version says which Dendro this is.
package version

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// Number is the version of the next release, the one in wails.json too; a test compares them.
const Number = "0.1.0"

// The linker sets these, see build/version.sh. They are empty in what a plain go build makes.
var (
	described string // the version, from the tags
	commit    string // the commit, empty where files were changed since
)

// Info is which Dendro this is.
type Info struct {
	Version string `json:"version"`
	Commit  string `json:"commit"` // "" where it is not known
	Go      string `json:"go"`
	System  string `json:"system"`
}

// This is the running program.
func This() Info {
	build, _ := debug.ReadBuildInfo()
	return from(described, commit, build)
}

// from is This, of what the linker and the compiler have noted.
func from(described, commit string, build *debug.BuildInfo) Info {
	info := Info{Version: Number, Commit: commit, Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH}
	if described != "" {
		info.Version = described
		return info
	}
	if build == nil {
		return info
	}
	noted := map[string]string{}
	for _, s := range build.Settings {
		noted[s.Key] = s.Value
	}
	info.Commit = noted["vcs.revision"]
	if noted["vcs.modified"] == "true" {
		info.Version += "+modified"
	}
	return info
}

// shortCommit is how many digits of a commit are shown.
const shortCommit = 12

func (i Info) String() string {
	about := []string{i.Go, i.System}
	if i.Commit != "" {
		about = append([]string{"commit " + i.Commit[:min(shortCommit, len(i.Commit))]}, about...)
	}
	return fmt.Sprintf("%s (%s)", i.Version, strings.Join(about, ", "))
}

// Source names the sources that the program was built from, "" where they are not known:
// programs of one package are built from the same. The linker has to say so, because the
// compiler notes no commit in a test.
func Source() string { return commit }
