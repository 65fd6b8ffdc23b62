package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// runStage runs a command, saves its duration and processor time to .cache/tally/NAME.stage.json, and
// returns its exit status. The command's output passes through.
func runStage(name string, command []string) (int, error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	started := time.Now()
	failed := cmd.Run()
	if cmd.ProcessState == nil {
		return 0, failed // it did not start
	}
	err := save(filepath.Join(".cache", "tally", name+".stage.json"), counts{Stages: []timing{{
		Test:      name,
		Seconds:   time.Since(started).Seconds(),
		Processor: (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(),
	}}})
	if failed != nil {
		return max(cmd.ProcessState.ExitCode(), 1), err
	}
	return 0, err
}
