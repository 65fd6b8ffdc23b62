//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// ownGroup makes a command the leader of a process group, which ends with it.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
