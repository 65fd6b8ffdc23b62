// Manual writes the generated files to install with the program: the manual page, and the
// completions for bash, zsh and fish.
//
//	manual VERSION SECONDS DIR
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"dendro/backend/cli"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "manual:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 3 {
		return errors.New("usage: manual VERSION SECONDS DIR")
	}
	seconds, err := strconv.ParseInt(args[1], 10, 64)
	if err != nil {
		return fmt.Errorf("SECONDS since 1970: %w", err)
	}
	files := map[string]func(io.Writer) error{
		"dendro.1": func(w io.Writer) error { return cli.WriteManual(w, args[0], time.Unix(seconds, 0)) },
	}
	for shell, name := range map[string]string{"bash": "dendro.bash", "zsh": "_dendro", "fish": "dendro.fish"} {
		files[name] = func(w io.Writer) error { return cli.WriteCompletion(w, shell) }
	}
	if err := os.MkdirAll(args[2], 0o755); err != nil {
		return err
	}
	for name, write := range files {
		var text bytes.Buffer
		if err := write(&text); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := os.WriteFile(filepath.Join(args[2], name), text.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}
