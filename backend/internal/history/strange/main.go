// Command strange writes a history with situations reported from other people's histories,
// to be opened by hand or by tests of the window.
//
//	go run ./backend/internal/history/strange DIR
package main

import (
	"fmt"
	"os"
	"time"

	"dendro/backend/internal/history"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: strange DIR")
		os.Exit(2)
	}
	if err := history.Strangers(time.Now().AddDate(0, 0, -1)).WriteDir(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "strange:", err)
		os.Exit(1)
	}
}
