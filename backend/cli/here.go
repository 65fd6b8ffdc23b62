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

// parts returns the options of the searches that make up one: with --here, that of the
// current directory's project.
func (s *searching) parts(lib *library.Library, opt search.Options) ([]search.Options, error) {
	if !s.here {
		return []search.Options{opt}, nil
	}
	key, err := here(lib.Chats())
	if err != nil {
		return nil, err
	}
	opt.Files = func(f *search.FileInfo) bool { return inProject(key, f.Project, f.Repository) }
	return []search.Options{opt}, nil
}

// firstOf returns the first n elements of two lists; all if n is negative.
func firstOf[T any](n int, a, b []T) []T {
	list := slices.Concat(a, b)
	if n >= 0 && n < len(list) {
		list = list[:n]
	}
	return list
}
