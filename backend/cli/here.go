package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dendro/backend/chattree"
	"dendro/backend/library"
	"dendro/backend/search"
)

// here returns the project of the current directory: the innermost of the directory and
// those above it that has chats, its own or of its worktrees. It is "" if none has.
func here(chats []*chattree.Chat) (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	project := ""
	for _, c := range chats {
		for _, one := range []string{c.Project, c.Repository} {
			within := dir == one || strings.HasPrefix(dir, strings.TrimSuffix(one, string(filepath.Separator))+string(filepath.Separator))
			if one != "" && within && len(one) > len(project) {
				project = one
			}
		}
	}
	return project, nil
}

// inProject reports whether a session's project is the given one or a worktree of it.
func inProject(want, project, repository string) bool {
	return project == want || repository == want
}

// hereFirst moves the chats of the current directory's project to the front.
func hereFirst(chats []*chattree.Chat) ([]*chattree.Chat, error) {
	project, err := here(chats)
	if err != nil || project == "" {
		return chats, err
	}
	list := slices.Clone(chats)
	slices.SortStableFunc(list, func(a, b *chattree.Chat) int {
		inA, inB := inProject(project, a.Project, a.Repository), inProject(project, b.Project, b.Repository)
		switch {
		case inA == inB:
			return 0
		case inA:
			return -1
		}
		return 1
	})
	return list, nil
}

// parts returns the options of the searches that make up one: with --here that of the current
// directory's project, and that of the others.
func (s *searching) parts(lib *library.Library, opt search.Options) ([]search.Options, error) {
	if !s.here {
		return []search.Options{opt}, nil
	}
	project, err := here(lib.Chats())
	if err != nil || project == "" {
		return []search.Options{opt}, err
	}
	inside, outside := opt, opt
	inside.Files = func(f *search.FileInfo) bool { return inProject(project, f.Project, f.Repository) }
	outside.Files = func(f *search.FileInfo) bool { return !inProject(project, f.Project, f.Repository) }
	return []search.Options{inside, outside}, nil
}

// firstOf returns the first n elements of two lists; all if n is negative.
func firstOf[T any](n int, a, b []T) []T {
	list := slices.Concat(a, b)
	if n >= 0 && n < len(list) {
		list = list[:n]
	}
	return list
}
