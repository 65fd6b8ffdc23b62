// Command tally runs the tests of `go test -json` with a readable output, and adds
// up what all the test runners of `make test` reported.
//
//	tally go NAME go test -json ...   runs it and keeps the counts in .cache/tally/NAME.go.json
//	tally stage NAME COMMAND...       runs it and keeps its duration in .cache/tally/NAME.stage.json
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

// run runs the command and returns the exit status.
func run(args []string) int {
	var status int
	var err error
	switch {
	case len(args) > 2 && args[0] == "go":
		status, err = runGo(args[1], args[2:])
	case len(args) > 2 && args[0] == "stage":
		status, err = runStage(args[1], args[2:])
	case len(args) == 2 && args[0] == "sum":
		var total counts
		if total, err = sum(args[1]); err == nil {
			fmt.Println(total)
		}
	default:
		fmt.Fprintln(os.Stderr, "usage: tally go NAME COMMAND... | tally stage NAME COMMAND... | tally sum DIR")
		return 2
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "tally:", err)
		return 1
	}
	return status
}

// runGo runs a `go test -json` and returns its exit status.
func runGo(name string, command []string) (status int, err error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stderr = os.Stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return 0, err
	}
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	got, err := readEvents(stdout, os.Stdout)
	if cmd.Wait() != nil {
		status = max(cmd.ProcessState.ExitCode(), 1)
	}
	if err == nil {
		err = save(filepath.Join(".cache", "tally", name+".go.json"), got)
	}
	return status, err
}
