package support

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"dendro/backend/desktop"
	"dendro/backend/internal/disk"
	"dendro/backend/internal/own"
	"dendro/backend/library"
	"dendro/backend/resume"
	"dendro/backend/scan"
	"dendro/backend/version"
)

// Source is the input of Collect.
type Source struct {
	Library *library.Library
	// Terminals are the terminals that Dendro supports on this system, found or not. Client is
	// the version of the client that would resume a session, "" if unknown.
	Terminals []resume.TerminalInfo
	Client    string
	CacheDir  string
	Getenv    func(string) string // nil: os.Getenv
	ReadFile  func(string) ([]byte, error)
}

// Facts are the contents of a report.
type Facts struct {
	Program  version.Info
	System   string // the distribution and its version, where it is a known one
	Kernel   string
	Desktop  string
	Session  string // x11, wayland, none
	Composed bool   // there is a graphics processor
	DMABUF   bool   // WebKitGTK may use it

	Demo      bool
	Roots     []library.RootReport // without their paths
	Records   int
	Unknown   map[string]int // records by their types
	Terminals []string
	Client    string

	StoreFiles int
	StoreBytes int64
	Store      string // its state
	Problems   map[string]int
}

// Collect collects the facts.
func Collect(ctx context.Context, s Source) Facts {
	if s.Getenv == nil {
		s.Getenv = os.Getenv
	}
	if s.ReadFile == nil {
		s.ReadFile = os.ReadFile
	}
	d := s.Library.Doctor()
	f := Facts{
		Program: version.This(), Desktop: desktopName(s.Getenv), Session: sessionName(s.Getenv),
		Composed: desktop.HasGPU(), DMABUF: s.Getenv("WEBKIT_DISABLE_DMABUF_RENDERER") == "",
		Demo: s.Library.State().Demo, Roots: slices.Clone(d.Roots), Records: d.Records,
		Unknown: map[string]int{}, Client: clientName(s.Client),
	}
	if runtime.GOOS == "linux" {
		f.System, f.Kernel = release(s.ReadFile), kernel(s.ReadFile)
	}
	for i := range f.Roots {
		f.Roots[i].Path = ""
	}
	for name, n := range d.UnknownTypes {
		f.Unknown[typeName(name)] += n
	}
	for _, t := range s.Terminals {
		if t.Found {
			f.Terminals = append(f.Terminals, t.ID)
		}
	}
	f.StoreFiles, f.StoreBytes, f.Store = store(ctx, s.CacheDir)
	f.Problems = problems(&d, s.Library)
	return f
}

// problems counts problems by kind.
func problems(d *library.Report, lib *library.Library) map[string]int {
	by := map[string]int{
		"malformed lines": len(d.Malformed) + d.MalformedMore, "records without their parent": d.Dangling,
		"unfinished last lines": d.Torn, "lines too long": d.Oversized, "agents without their session": len(d.Orphans),
		"files with the id of another": len(d.Duplicates), "sessions without a conversation": len(d.Silent),
		"transcripts in the wrong place": len(d.Misplaced), "sessions deleted soon": len(d.Expiring),
	}
	s := lib.Catalog.Snapshot()
	for _, f := range s.Files {
		if f.Err != nil {
			by["not readable: "+kindOf(f.Err)]++
		}
	}
	for _, p := range s.Problems {
		by["not readable: "+kindOf(p.Err)]++
	}
	for _, p := range lib.Lister.NotUsed() {
		by["not used: "+kindOf(p.Err)]++
	}
	for kind, n := range by {
		if n == 0 {
			delete(by, kind)
		}
	}
	return by
}

// kindOf names the kind of an error. The message itself may contain a path.
func kindOf(err error) string {
	for _, known := range []struct {
		err  error
		name string
	}{
		{fs.ErrNotExist, "does not exist"},
		{fs.ErrPermission, "no permission"},
		{disk.ErrNoAnswer, "the file system does not answer"},
		{disk.ErrNotRegular, "not a regular file"},
		{own.ErrUnsafe, "not safe to use"},
		{own.ErrNone, "no directory for it"},
		{scan.ErrNoProjects, "no projects directory"},
		{scan.ErrNoText, "a name that is not UTF-8"},
	} {
		if errors.Is(err, known.err) {
			return known.name
		}
	}
	return "other"
}

// store counts the files of the cache and tells whether it is usable.
func store(ctx context.Context, dir string) (files int, bytes int64, state string) {
	if dir == "" {
		return 0, 0, "the system names no directory"
	}
	if err := (own.Dir{Path: dir}).Check(); err != nil {
		return 0, 0, kindOf(err)
	}
	err := filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			files++
			bytes += info.Size()
		}
		return nil
	})
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return 0, 0, "empty"
	case err != nil:
		return files, bytes, kindOf(err)
	}
	return files, bytes, "in use"
}

func clientName(version string) string {
	if numbers.MatchString(version) {
		return version
	}
	return "not found, or of a version that it does not say"
}

// numbers matches a version and nothing else.
var numbers = regexp.MustCompile(`^\d{1,6}(\.\d{1,6}){0,4}$`)

// plainType matches the spelling of record types in Claude Code.
var plainType = regexp.MustCompile(`^[a-z]{2,16}([-_][a-z]{2,16}){0,3}$`)

func typeName(name string) string {
	if plainType.MatchString(name) {
		return name
	}
	return "other"
}

// among returns the first word that is in the list, ignoring case, or "other". It returns "none"
// if there is no word.
func among(words []string, list ...string) string {
	for _, word := range words {
		for _, known := range list {
			if strings.EqualFold(word, known) {
				return known
			}
		}
	}
	if len(words) == 0 || words[0] == "" {
		return "none"
	}
	return "other"
}

func desktopName(getenv func(string) string) string {
	return among(strings.Split(getenv("XDG_CURRENT_DESKTOP"), ":"), "GNOME", "GNOME-Classic", "KDE", "XFCE", "MATE", "X-Cinnamon", "Cinnamon", "LXQt", "LXDE",
		"Budgie", "Pantheon", "Unity", "COSMIC", "Deepin", "Enlightenment", "sway", "Hyprland", "niri", "i3", "WSL")
}

func sessionName(getenv func(string) string) string {
	switch {
	case runtime.GOOS != "linux":
		return runtime.GOOS
	case getenv("WAYLAND_DISPLAY") != "":
		return "wayland"
	case getenv("DISPLAY") != "":
		return "x11"
	}
	return "none"
}

// release returns the name and version of a Linux distribution.
func release(read func(string) ([]byte, error)) string {
	text, err := read("/etc/os-release")
	if err != nil {
		return "not known"
	}
	said := map[string]string{}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		said[name] = strings.Trim(value, `"'`)
	}
	name := among([]string{said["ID"]}, "debian", "ubuntu", "fedora", "arch", "opensuse-leap", "opensuse-tumbleweed", "linuxmint", "pop", "rhel", "rocky",
		"almalinux", "nixos", "gentoo", "alpine", "void", "manjaro", "endeavouros", "kali", "elementary", "zorin", "centos", "raspbian")
	if numbers.MatchString(said["VERSION_ID"]) {
		name += " " + said["VERSION_ID"]
	}
	return name
}

// kernelNumbers matches the version at the start of a kernel release; a custom name may follow.
var kernelNumbers = regexp.MustCompile(`^\d{1,3}\.\d{1,3}(\.\d{1,4})?`)

func kernel(read func(string) ([]byte, error)) string {
	text, err := read("/proc/sys/kernel/osrelease")
	if found := kernelNumbers.FindString(string(text)); err == nil && found != "" {
		return found
	}
	return "not known"
}
