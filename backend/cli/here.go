package cli

import (
	"fmt"
	"os"
	"slices"

	"dendro/backend/chattree"
	"dendro/backend/library"
	"dendro/backend/search"
	"dendro/backend/transcript"
)

// here returns the key of the current directory's project, see [library.ProjectAt]. It
// fails if it has none.
func here(chats []*chattree.Chat) (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	project := library.ProjectAt(chats, dir)
	if project == "" {
		return "", fmt.Errorf("there are no chats of %s or a directory above it", dir)
	}
	return transcript.ProjectKey(project), nil
}

// inProject reports whether a session's project is the one with the given key or a worktree
// of it.
func inProject(key, project, repository string) bool {
	return key != "" && (transcript.ProjectKey(project) == key || transcript.ProjectKey(repository) == key)
}

// onlyHere returns the chats of the current directory's project.
func onlyHere(chats []*chattree.Chat) ([]*chattree.Chat, error) {
	key, err := here(chats)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(chats), func(c *chattree.Chat) bool { return !inProject(key, c.Project, c.Repository) }), nil
}

// restrict limits a search with --here to the project of the current directory.
func (s *searching) restrict(lib *library.Library, opt *search.Options) error {
	if !s.here {
		return nil
	}
	key, err := here(lib.Chats())
	if err != nil {
		return err
	}
	opt.Files = func(f *search.FileInfo) bool { return inProject(key, f.Project, f.Repository) }
	return nil
}
