package scan

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"dendro/backend/internal/disk"
	"dendro/backend/transcript"
)

// Stat returns the session or agent file at an absolute path below one of the roots, as
// List would; for an agent's description, the agent. It returns false if there is no such
// file (any more), and an error if List would report a problem.
func Stat(roots []Root, path string) (transcript.File, bool, error) {
	if stem, ok := strings.CutSuffix(path, ".meta.json"); ok {
		path = stem + ".jsonl"
	}
	for i, root := range roots {
		rel, ok := strings.CutPrefix(path, root.Path+string(filepath.Separator))
		if !ok {
			continue
		}
		if hidden(roots[:i], root) {
			return transcript.File{}, false, nil
		}
		rel = filepath.ToSlash(rel)
		stem, owner, run, ok := parsePath(rel)
		if !ok {
			return transcript.File{}, false, nil
		}
		if !utf8.ValidString(stem) {
			return transcript.File{}, false, ErrNoText
		}
		info, err := os.Stat(path)
		if errors.Is(err, fs.ErrNotExist) && isLink(path) {
			return transcript.File{}, false, err
		}
		if errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
			return transcript.File{}, false, nil
		}
		if err != nil {
			return transcript.File{}, false, err
		}
		f := newFile(root, rel, stem, owner, run, info)
		if f.Agent {
			f.Meta = readMeta(strings.TrimSuffix(path, ".jsonl") + ".meta.json")
		} else {
			f.Renamed = readCustomTitle(filepath.Join(strings.TrimSuffix(path, ".jsonl"), customTitle))
		}
		return f, true, nil
	}
	return transcript.File{}, false, nil
}

// hidden reports whether an earlier root has the same projects directory.
func hidden(before []Root, root Root) bool {
	projects := func(root Root) string { return disk.Resolved(filepath.Join(root.Path, "projects")) }
	return slices.ContainsFunc(before, func(r Root) bool { return projects(r) == projects(root) })
}

func isLink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// parsePath parses a path below a root: for an agent it returns the session of its side
// directory and its workflow run. It returns false for other files.
func parsePath(rel string) (stem, owner, run string, ok bool) {
	parts := strings.Split(rel, "/")
	name := parts[len(parts)-1]
	stem, ok = strings.CutSuffix(name, ".jsonl")
	switch {
	case !ok || parts[0] != "projects" || len(parts) < 3 || len(parts) > 5+maxDepth:
		return "", "", "", false
	case len(parts) == 3:
		return stem, "", "", sessionStem(stem)
	case parts[3] != "subagents" || len(parts) == 4 || agentOf(stem, true) == "": // journal.jsonl is not a conversation
		return "", "", "", false
	}
	if i := slices.Index(parts[4:], "workflows"); i >= 0 && 4+i+2 < len(parts) {
		run = parts[4+i+1]
	}
	return stem, parts[2], run, true
}
