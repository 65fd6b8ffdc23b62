package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// runStage runs a command, saves its duration to .cache/tally/NAME.stage.json, and returns
// its exit status. The command's output passes through.
func runStage(name string, command []string) (int, error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	started := time.Now()
	failed := cmd.Run()
	if cmd.ProcessState == nil {
		return 0, failed // it did not start
	}
	data, err := json.Marshal(counts{Stages: []timing{{name, time.Since(started).Seconds()}}})
	if err == nil {
		err = write(filepath.Join(".cache", "tally", name+".stage.json"), data)
	}
	if failed != nil {
		return max(cmd.ProcessState.ExitCode(), 1), err
	}
	return 0, err
}
