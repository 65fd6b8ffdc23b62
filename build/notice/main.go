// Notice writes build/NOTICE: the licences of all software linked into Dendro's programs,
// on each system, and bundled into its window.
//
//	notice write          write the file
//	notice check          fail if the file is out of date
//	notice list           print only the names
//
// It reads .cache/bundled.json, which the build of the window writes.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const (
	noticeFile  = "build/NOTICE"
	bundledFile = ".cache/bundled.json"
)

// programs are the packages that are built, each with the tags of a release.
func programs() [][]string {
	return [][]string{{"."}, {"./backend/cli/dendro"}}
}

func systems() []string { return []string{"linux", "darwin", "windows"} }

const tags = "desktop,production,webkit2_41"

func main() {
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "notice:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) != 1 {
		return errors.New("usage: notice write|check|list")
	}
	works, err := linked(ctx)
	if err != nil {
		return err
	}
	more, err := bundled(bundledFile, "frontend")
	if err != nil {
		return err
	}
	works = append(works, more...)
	text := notice(works)
	switch args[0] {
	case "write":
		return os.WriteFile(noticeFile, []byte(text), 0o644)
	case "list":
		for _, w := range works {
			fmt.Println(w.name)
		}
		return nil
	case "check":
		now, err := os.ReadFile(noticeFile)
		if err != nil || string(now) != text {
			return fmt.Errorf("%s is out of date: run make notice", noticeFile)
		}
		return nil
	}
	return fmt.Errorf("%q is not a command: usage: notice write|check|list", args[0])
}

// linked returns the Go modules that are linked into the programs, and Go itself.
func linked(ctx context.Context) ([]work, error) {
	dirs := map[string]map[string]bool{} // the linked directories of each module
	roots := map[string]string{}
	for _, system := range systems() {
		for _, program := range programs() {
			packages, err := list(ctx, system, program)
			if err != nil {
				return nil, err
			}
			for _, p := range packages {
				if m := p.Module; !p.Standard && m != nil && !m.Main {
					if dirs[m.Path] == nil {
						dirs[m.Path] = map[string]bool{}
					}
					dirs[m.Path][p.Dir], roots[m.Path] = true, m.Dir
				}
			}
		}
	}
	works := []work{}
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	at := strings.TrimSpace(string(root))
	goes, err := licences(at, map[string]bool{at: true})
	if err != nil {
		return nil, err
	}
	works = append(works, work{"Go: its standard library and runtime", goes})
	for module, linked := range dirs {
		texts, err := licences(roots[module], linked)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", module, err)
		}
		works = append(works, work{module, texts})
	}
	return works, nil
}

// goPackage is an entry of go list.
type goPackage struct {
	Dir      string
	Standard bool
	Module   *struct {
		Path, Dir string
		Main      bool
	}
}

func list(ctx context.Context, system string, program []string) ([]goPackage, error) {
	args := append([]string{"list", "-deps", "-json=Dir,Standard,Module", "-tags", tags}, program...)
	cmd := exec.CommandContext(ctx, "go", args...)
	cgo := "1" // C code decides which Go files are linked
	if system == "windows" {
		cgo = "0"
	}
	cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED="+cgo)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list for %s: %w", system, err)
	}
	var packages []goPackage
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p goPackage
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, err
		}
		packages = append(packages, p)
	}
}

// bundled returns the npm packages in the window's bundle, listed in the file by their
// directories below frontend.
func bundled(file, frontend string) ([]work, error) {
	raw, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("%w: build the window first", err)
	}
	var dirs []string
	if err := json.Unmarshal(raw, &dirs); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(dirs) == 0 {
		return nil, fmt.Errorf("%s names no package", file)
	}
	works := []work{}
	for _, dir := range dirs {
		path := filepath.Join(frontend, filepath.FromSlash(dir))
		_, name, _ := strings.Cut(dir, "node_modules/")
		texts, err := licences(path, map[string]bool{path: true})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		works = append(works, work{name, texts})
	}
	return works, nil
}
