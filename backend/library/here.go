package library

import (
	"path/filepath"
	"slices"
	"strings"

	"dendro/backend/chattree"
	"dendro/backend/transcript"
)

// ProjectAt returns the project that a directory belongs to: the innermost of the directory
// and those above it that has chats, its own or of its worktrees. It is spelled as one of
// those chats names it, and "" if there is none.
func ProjectAt(chats []*chattree.Chat, dir string) string {
	within := []string{transcript.ProjectKey(dir)}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		within = append(within, transcript.ProjectKey(real))
	}
	project, longest := "", ""
	for _, c := range chats {
		for _, one := range []string{c.Project, c.Repository} {
			key := transcript.ProjectKey(one)
			if one != "" && len(key) > len(longest) && slices.ContainsFunc(within, func(dir string) bool {
				return dir == key || strings.HasPrefix(dir, strings.TrimSuffix(key, "/")+"/")
			}) {
				project, longest = one, key
			}
		}
	}
	return project
}
