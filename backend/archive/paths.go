package archive

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"

	"dendro/backend/internal/own"
	"dendro/backend/internal/plain"
)

// owns reports whether a path may be a file of the session. Everything that is read for it or
// written for it is checked by this function: the transcript and its older versions, the files
// in its side directory, agents beside the transcripts, and the files under its id in the other
// directories of Claude Code. Never the memory of a project, nor a file of another session.
func (s *Session) owns(p string) bool {
	if !localPath(p) {
		return false
	}
	dir, name := path.Dir(p), path.Base(own.Original(p))
	switch {
	case own.Original(p) == s.Base+".jsonl":
		return strings.HasPrefix(p, "projects/")
	case strings.HasPrefix(dir, "projects/") && strings.Count(dir, "/") == 1:
		return strings.HasPrefix(name, "agent-") && (strings.HasSuffix(name, ".jsonl") || strings.HasSuffix(name, ".meta.json"))
	case strings.HasPrefix(p, "projects/"):
		return hasSides(path.Base(s.Base)) && strings.HasPrefix(p, s.Base+"/")
	case dir == "plans":
		return strings.HasSuffix(name, ".md")
	case !hasSides(s.ID):
		return false
	case dir == "todos":
		return strings.HasPrefix(name, s.ID+todoMark) && strings.HasSuffix(name, ".json")
	}
	return strings.HasPrefix(p, "file-history/"+s.ID+"/") || strings.HasPrefix(p, TaskDir(s.ID)+"/")
}

// hasSides reports whether a session with this id or stem can have files beside its
// transcript: no rule makes another path of it.
func hasSides(stem string) bool {
	return plain.IsUUID(stem) ||
		strings.Trim(stem, ".") != "" && stem != "memory" && stem == strings.TrimRight(stem, ". ") &&
			!strings.ContainsAny(stem, "*?[]{}\\/:\x00") && !strings.HasPrefix(stem, "agent-") && utf8.ValidString(stem)
}

// localPath reports whether a path stays below the directory that it is relative to.
func localPath(p string) bool {
	return fs.ValidPath(p) && p != "." && filepath.IsLocal(filepath.FromSlash(p))
}

// local joins parts of a path with slashes to one of the system.
func local(parts ...string) string { return filepath.FromSlash(path.Join(parts...)) }

// todoMark follows the session's id in the name of a list of todos.
const todoMark = "-agent-"

// TaskDir returns the directory of a session's tasks (2.0.7x+), one JSON file each, relative
// to the root.
func TaskDir(id string) string { return path.Join("tasks", id) }

// TodoPattern returns the pattern of the lists of todos of a session and its agents (up to
// 2.0.7x), relative to the root.
func TodoPattern(id string) string { return "todos/" + id + todoMark + "*.json" }

// PlanPath returns the path of a session's plan by its name, relative to the root.
func PlanPath(slug string) string { return path.Join("plans", slug+".md") }

// rewritten reports whether Claude Code writes a file anew at each change, so that an older
// state is no loss to speak of.
func rewritten(p string) bool {
	top, _, _ := strings.Cut(p, "/")
	return top == "todos" || top == "tasks" || top == "plans" || strings.HasSuffix(p, ".meta.json")
}

var unreadable = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// nameOf returns the name of the directory for a Claude config directory: its end, readable,
// and a hash of all of it.
func nameOf(root string) string {
	hash := sha256.Sum256([]byte(root))
	name := unreadable.ReplaceAllString(filepath.ToSlash(root), "-")
	name = name[max(0, len(name)-40):]
	return strings.TrimLeft(name+"-"+hex.EncodeToString(hash[:4]), "-.")
}
