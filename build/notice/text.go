package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// work is a component of Dendro with its licences.
type work struct {
	name  string
	texts []string
}

// licenceName matches the names of licence files.
var licenceName = regexp.MustCompile(`(?i)^(licen[cs]es?|copying|notice|unlicense|patents)([.-].*)?$`)

// licences returns the licence files in the given directories and above each up to the
// root. A directory without one uses the licence in package.json.
func licences(root string, dirs map[string]bool) ([]string, error) {
	looked, texts := map[string]bool{}, map[string]string{}
	for dir := range dirs {
		for !looked[dir] {
			looked[dir] = true
			if err := licencesIn(dir, texts); err != nil {
				return nil, err
			}
			above := filepath.Dir(dir)
			if dir == root || above == dir {
				break
			}
			dir = above
		}
	}
	if len(texts) == 0 {
		text, err := declared(root)
		if err != nil {
			return nil, err
		}
		texts[root] = text
	}
	paths := []string{}
	for path := range texts {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	found := []string{}
	for _, path := range paths {
		if !slices.Contains(found, texts[path]) {
			found = append(found, texts[path])
		}
	}
	return found, nil
}

func licencesIn(dir string, texts map[string]string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !licenceName.MatchString(e.Name()) || strings.HasSuffix(e.Name(), ".go") || !e.Type().IsRegular() {
			continue
		}
		raw, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return err
		}
		texts[filepath.Join(dir, e.Name())] = tidy(string(raw))
	}
	return nil
}

// declared is the declaration of an npm package without a licence file.
func declared(dir string) (string, error) {
	raw, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err != nil {
		return "", errors.New("no licence was found")
	}
	var said struct {
		License string
		Author  any
	}
	if err := json.Unmarshal(raw, &said); err != nil || said.License == "" {
		return "", errors.New("no licence was found, also not in package.json")
	}
	author := ""
	switch a := said.Author.(type) {
	case string:
		author = a
	case map[string]any:
		author, _ = a["name"].(string)
	}
	return strings.TrimSpace("License: " + said.License + "\n" + author), nil
}

// tidy removes differences between copies of the same text.
func tidy(text string) string {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

const head = `Dendro is under the MIT license, see LICENSE.

It is made of the works below, each under its own licence. Where several share one text,
the text stands once.
`

// notice returns the document: each text once, with the names of all components under it.
func notice(works []work) string {
	names := map[string][]string{}
	for _, w := range works {
		all := strings.Join(w.texts, "\n\n")
		names[all] = append(names[all], w.name)
	}
	type group struct {
		names []string
		text  string
	}
	groups := []group{}
	for text, of := range names {
		slices.Sort(of)
		groups = append(groups, group{slices.Compact(of), text})
	}
	slices.SortFunc(groups, func(a, b group) int { return cmp.Compare(a.names[0], b.names[0]) })
	var b strings.Builder
	b.WriteString(head)
	for _, g := range groups {
		fmt.Fprintf(&b, "\n%s\n\n%s\n\n%s\n", strings.Repeat("-", 72), strings.Join(g.names, "\n"), g.text)
	}
	return b.String()
}
