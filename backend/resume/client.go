package resume

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"dendro/backend/internal/own"
)

// clients finds the program of Claude Code, and keeps what the login shell and the
// program said.
type clients struct {
	*host

	mu    sync.Mutex // guards login; held while the login shell is asked
	login loginShell

	versions sync.Mutex // guards known; held while the client is asked
	known    asked
}

// Version is the one of a client, "" where it does not say it, or where there is none.
type Version string

// Abilities are by the first version of Claude Code that has them.
const (
	// ForksSince takes --fork-session (measured: 1.0.117 calls it unknown, 1.0.119 takes it).
	ForksSince = "1.0.119"
	// LoadsFilesSince loads a file that lies anywhere in the interactive screen, when it
	// forks it: measured 2.1.139–2.1.330. Below, the screen takes the path for a search.
	LoadsFilesSince = "2.1.139"
	// FromAnywhereSince finds a session by its id whatever the working directory is
	// (measured 2.1.223).
	FromAnywhereSince = "2.1.223"
)

// Can reports whether the client has what came with a version. One that does not say its
// version is taken for a new one.
func (v Version) Can(since string) bool {
	return v == "" || !older(string(v), since)
}

// older reports whether version a came before b.
func older(a, b string) bool {
	return slices.CompareFunc(strings.Split(a, "."), strings.Split(b, "."), func(x, y string) int {
		m, _ := strconv.Atoi(x)
		n, _ := strconv.Atoi(y)
		return cmp.Compare(m, n)
	}) < 0
}

// versionTimeout is for a client that starts slowly on a busy machine.
const versionTimeout = 10 * time.Second

// stamp tells one program from what stands at its path after an update.
type stamp struct {
	Path string    `json:"path"`
	Size int64     `json:"size"`
	Time time.Time `json:"time"`
}

// asked is a client's answer, as it is kept.
type asked struct {
	stamp
	Version Version `json:"version"`
}

// Version finds the client, and asks it once what version it is: the answer is kept, also
// for later runs, until the program changes. wish is a path or a name that the person has set;
// nothing else is taken then. What a distribution of WSL has, where the root lies in one,
// is not asked for: it is taken for a new one.
func (c *clients) Version(ctx context.Context, wish, root string) Version {
	if _, ok := wslOf(c.sys.GOOS, root); ok {
		return ""
	}
	path, err := c.clientPath(ctx, wish)
	if err != nil {
		return "" // a plan says so
	}
	c.versions.Lock()
	defer c.versions.Unlock()
	now := c.stampOf(path)
	if c.known.stamp != now {
		c.known = c.keptVersion()
	}
	if c.known.stamp != now || c.known.Version == "" {
		c.known = asked{now, c.askVersion(ctx, path)}
		c.keepVersion(c.known)
	}
	return c.known.Version
}

func (c *clients) clientPath(ctx context.Context, wish string) (string, error) {
	if wish != "" {
		path, ok := c.lookPath(wish)
		if !ok {
			return "", fmt.Errorf("the client that is set, %s, was not found", shown(wish))
		}
		return path, nil
	}
	if path := c.claude(ctx); path != "" {
		return path, nil
	}
	return "", errNoClient
}

// stampOf follows links: installers keep versions side by side and change a link.
func (c *clients) stampOf(path string) stamp {
	s := stamp{Path: path}
	if target, err := c.sys.EvalSymlinks(path); err == nil {
		s.Path = target
	}
	if info, err := c.sys.Stat(path); err == nil {
		s.Size, s.Time = info.Size(), info.ModTime().UTC().Round(0)
	}
	return s
}

// versionLine is how "claude --version" answers: 2.1.330 (Claude Code).
var versionLine = regexp.MustCompile(`(?m)^v?(\d+\.\d+\.\d+)\b`)

func (c *clients) askVersion(ctx context.Context, path string) Version {
	ctx, cancel := context.WithTimeout(ctx, versionTimeout)
	defer cancel()
	out, _ := c.sys.Output(ctx, Process{Path: path, Args: []string{"--version"}, Env: c.environ("")})
	if found := versionLine.FindSubmatch(out); found != nil {
		return Version(found[1])
	}
	return ""
}

// maxClientFile bounds client.json; one holds some hundred bytes.
const maxClientFile = 1 << 16

// keptVersion is what an earlier run was told.
func (c *clients) keptVersion() (kept asked) {
	if c.sys.ClientFile == "" {
		return asked{}
	}
	dir, name := own.At(c.sys.ClientFile, c.disk)
	data, err := dir.Read(name, maxClientFile)
	if err != nil || json.Unmarshal(data, &kept) != nil || !versionLine.MatchString(string(kept.Version)) {
		return asked{}
	}
	return kept
}

// ForgetClient removes what is stored of the client.
func (c *clients) ForgetClient() error {
	if c.sys.ClientFile == "" {
		return nil
	}
	dir, name := own.At(c.sys.ClientFile, c.disk)
	return dir.Remove(name)
}

// keepVersion spares later runs the question. That it cannot be kept is no harm.
func (c *clients) keepVersion(a asked) {
	data, err := json.Marshal(a)
	if err != nil || a.Version == "" || c.sys.ClientFile == "" {
		return
	}
	dir, name := own.At(c.sys.ClientFile, c.disk)
	_ = dir.Write(name, data)
}
