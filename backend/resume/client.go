package resume

import (
	"context"
	"encoding/json"
	"regexp"
	"sync"
	"time"

	"dendro/backend/internal/own"
	"dendro/backend/internal/release"
	"dendro/backend/message"
)

// clients finds Claude Code and caches the answers of the login shell and the program.
type clients struct {
	*host

	mu    sync.Mutex // guards login; held while the login shell is asked
	login loginShell

	versions sync.Mutex // guards known; held while the client is asked
	known    asked
}

// Version is the version of a client, or "" if it is unknown or there is no client.
type Version string

// The first versions of Claude Code with certain abilities.
const (
	// ForksSince supports --fork-session (measured: 1.0.117 rejects it, 1.0.119 accepts
	// it).
	ForksSince = "1.0.119"
	// LoadsFilesSince can fork a file at any path in the interactive screen: measured
	// 2.1.139–2.1.330. Older screens take the path for a search.
	LoadsFilesSince = "2.1.139"
	// FromAnywhereSince finds a session by its id from any working directory (measured
	// 2.1.223).
	FromAnywhereSince = "2.1.223"
)

// Can reports whether the client has an ability that a version introduced; see
// [release.Older].
func (v Version) Can(since string) bool { return !release.Older(string(v), since) }

// versionTimeout allows for a slow start on a busy machine.
const versionTimeout = 10 * time.Second

// stamp identifies a program, to detect updates at the same path.
type stamp struct {
	Path string    `json:"path"`
	Size int64     `json:"size"`
	Time time.Time `json:"time"`
}

// asked is a client's cached answer.
type asked struct {
	stamp
	Version Version `json:"version"`
}

// Version finds the client and returns its version. The answer is cached, also for later
// runs, until the program changes. wish is a path or name that the user has set; no other
// program is used then. A client in a WSL distribution is not asked: it counts as new.
func (c *clients) Version(ctx context.Context, wish, root string) Version {
	if _, ok := wslOf(c.sys.GOOS, root); ok {
		return ""
	}
	path, err := c.clientPath(ctx, wish)
	if err != nil {
		return "" // a plan reports it
	}
	c.versions.Lock()
	defer c.versions.Unlock()
	now := c.stampOf(path)
	if c.known.stamp != now {
		c.known = c.cachedVersion()
	}
	if c.known.stamp != now || c.known.Version == "" {
		c.known = asked{now, c.askVersion(ctx, path)}
		c.cacheVersion(c.known)
	}
	return c.known.Version
}

func (c *clients) clientPath(ctx context.Context, wish string) (string, error) {
	if wish != "" {
		path, ok := c.lookPath(wish)
		if !ok {
			return "", message.New("client_missing", "client", printable(wish)).Error(nil)
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

// versionLine matches the answer to "claude --version": 2.1.330 (Claude Code).
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

// maxClientFile bounds client.json; it holds some hundred bytes.
const maxClientFile = 1 << 16

// cachedVersion returns the version that an earlier run cached.
func (c *clients) cachedVersion() (kept asked) {
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

// ForgetClient removes the cached version.
func (c *clients) ForgetClient() error {
	if c.sys.ClientFile == "" {
		return nil
	}
	dir, name := own.At(c.sys.ClientFile, c.disk)
	return dir.Remove(name)
}

// cacheVersion caches the version for later runs. Errors are harmless.
func (c *clients) cacheVersion(a asked) {
	data, err := json.Marshal(a)
	if err != nil || a.Version == "" || c.sys.ClientFile == "" {
		return
	}
	dir, name := own.At(c.sys.ClientFile, c.disk)
	_ = dir.Write(name, data)
}
