package session

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"dendro/backend/internal/disk"
	"dendro/backend/message"
	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// Limits of the paths in one text: the file system is asked for each.
const (
	maxPaths   = 200
	maxPathLen = 400
)

// Paths returns the words of a text block that name files in the session's directory, as they
// are written: "a/b.go", "./a/b.go:12", "/home/ada/work/a/b.go#L12". Only files that exist
// count, and no link leads out of the directory.
func (l *Records) Paths(ctx context.Context, id, uuid string, block int) ([]string, error) {
	named, err := l.namedPaths(ctx, id, uuid, block)
	if err != nil {
		return nil, err
	}
	words := make([]string, 0, len(named.words))
	for _, word := range named.words {
		if _, ok := named.files[word]; ok {
			words = append(words, word)
		}
	}
	return words, nil
}

// FileInText returns the file that a word of a text block names. The word is looked for in the
// text: one that the text does not have is not found, whatever it names.
func (l *Records) FileInText(ctx context.Context, id, uuid string, block int, word string) (NamedFile, error) {
	named, err := l.namedPaths(ctx, id, uuid, block)
	if err != nil {
		return NamedFile{}, err
	}
	file, ok := named.files[word]
	if !ok {
		return NamedFile{}, message.New("file_not_named", "record", uuid).Error(ErrNotFound)
	}
	return file, nil
}

// wordsInText are the words of a text that may be paths, and the files that they name.
type wordsInText struct {
	words []string
	files map[string]NamedFile
}

func (l *Records) namedPaths(ctx context.Context, id, uuid string, block int) (named wordsInText, err error) {
	own, err := FileOf(l.threads.opt.Catalog.Snapshot(), id)
	if err != nil {
		return named, err
	}
	var cwd string
	err = l.record(ctx, id, uuid, func(r *transcript.Record) error {
		text, _ := thread.BlockText(r, block) // a block without a text names nothing
		named.words, cwd = pathWords(text), r.CWD
		return nil
	})
	dir := own.Summary.StartDir(own.Project())
	// The name of a machine would be looked up in the network.
	if err != nil || len(named.words) == 0 || !filepath.IsAbs(dir) || strings.HasPrefix(filepath.VolumeName(dir), `\\`) {
		return named, err
	}
	named.files, err = disk.WithTimeout(ctx, l.threads.opt.Disk, dir, func() (map[string]NamedFile, error) {
		return existing(dir, cwd, named.words), nil
	})
	return named, err
}

// existing returns the files below dir that words name, relative to cwd or to dir.
func existing(dir, cwd string, words []string) map[string]NamedFile {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil // a directory that is gone has no files
	}
	defer func() { _ = root.Close() }() // opened for reading only
	files := map[string]NamedFile{}
	for _, word := range words {
		path, line := lineOf(word)
		for _, base := range slices.Compact([]string{cwd, dir}) {
			full := filepath.FromSlash(path)
			if !filepath.IsAbs(full) {
				full = filepath.Join(base, full)
			}
			below, inside := insideOf(dir, full)
			if !inside {
				continue
			}
			if info, err := root.Stat(below); err == nil && info.Mode().IsRegular() {
				files[word] = NamedFile{Path: filepath.Join(dir, below), Line: line, Inside: true}
				break
			}
		}
	}
	return files
}

// pathWords returns the words of a text that look like paths, each once. The window divides
// the text in the same way: see splitWords in its paths.ts.
func pathWords(text string) []string {
	var words []string
	known := map[string]bool{}
	for word := range strings.FieldsFuncSeq(strings.ReplaceAll(text, "](", " "), betweenPaths) {
		word = strings.TrimRight(strings.TrimLeft(word, "([{*_~"), ")]}*_~.:!?")
		if len(word) > maxPathLen || known[word] || !strings.ContainsAny(word, `./\`) || strings.Contains(word, "://") {
			continue
		}
		known[word] = true
		if words = append(words, word); len(words) == maxPaths {
			break
		}
	}
	return words
}

func betweenPaths(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune("`'\"<>|,;“”‘’（）「」、。，；", r)
}

var atLine = regexp.MustCompile(`^(.+?)(?::(\d{1,7})(?:[:-]\d{1,7})?|#L(\d{1,7})(?:-L?\d{1,7})?)$`)

// lineOf divides a path and the number of a line behind it, 0 for none.
func lineOf(word string) (path string, line int) {
	m := atLine.FindStringSubmatch(word)
	if m == nil {
		return word, 0
	}
	line, _ = strconv.Atoi(m[2] + m[3])
	return m[1], line
}
