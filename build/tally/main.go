// Command tally runs the tests of `go test -json` with a readable output, and adds
// up what all the test runners of `make test` reported.
//
//	tally go NAME go test -json ...   runs it and keeps the counts in .cache/tally/NAME.go.json
//	tally sum DIR                     prints "N passed, N failed, N skipped" over the reports in DIR
//
// The sum is taken from the runners' own reports: it counts what ran.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

func main() {
	os.Exit(run(os.Args[1:]))
}

func run(args []string) int {
	switch {
	case len(args) > 2 && args[0] == "go":
		return runGo(args[1], args[2:])
	case len(args) == 2 && args[0] == "sum":
		total, err := sum(args[1])
		if err != nil {
			fmt.Fprintln(os.Stderr, "tally:", err)
			return 1
		}
		fmt.Println(total)
		return 0
	default:
		fmt.Fprintln(os.Stderr, "usage: tally go NAME COMMAND... | tally sum DIR")
		return 2
	}
}

// runGo runs a `go test -json` and returns its exit status.
func runGo(name string, command []string) int {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stderr = os.Stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		fmt.Fprintln(os.Stderr, "tally:", err)
		return 1
	}
	if err := cmd.Start(); err != nil {
		fmt.Fprintln(os.Stderr, "tally:", err)
		return 1
	}
	got, readErr := readEvents(stdout, os.Stdout)
	waitErr := cmd.Wait()
	if readErr != nil {
		fmt.Fprintln(os.Stderr, "tally:", readErr)
		return 1
	}
	if err := save(filepath.Join(".cache", "tally", name+".go.json"), got); err != nil {
		fmt.Fprintln(os.Stderr, "tally:", err)
		return 1
	}
	if waitErr != nil {
		return max(cmd.ProcessState.ExitCode(), 1)
	}
	return 0
}
