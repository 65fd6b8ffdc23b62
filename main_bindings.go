//go:build bindings && !headless

package main

import (
	"fmt"
	"os"

	"github.com/wailsapp/wails/v2"
	"github.com/wailsapp/wails/v2/pkg/options"
)

// main writes frontend/wailsjs from the bound methods and ends; Wails builds
// the program with the tag bindings for that. See `make bindings`.
func main() {
	if err := wails.Run(&options.App{Bind: []any{&App{}}}); err != nil {
		fmt.Fprintln(os.Stderr, "dendro:", err)
		os.Exit(1)
	}
}
