//go:build !windows

package resume

import (
	"os"
	"os/exec"
	"syscall"
)

// here replaces this process, so that the program gets the terminal's signals and exits to
// the shell.
func here(p Process) error {
	if err := os.Chdir(p.Dir); err != nil {
		return err
	}
	return syscall.Exec(p.Path, append([]string{p.Path}, p.Args...), p.Env)
}

// spill returns an unlinked file for a process's output. A pipe would kill its writer after
// Dendro has ended.
func spill() (*os.File, error) {
	file, err := os.CreateTemp("", "dendro-start-*")
	if err != nil {
		return nil, err
	}
	return file, os.Remove(file.Name())
}

// detach gives the process a session of its own, so that it neither gets this process's
// signals nor ends with its terminal. With nil streams os/exec uses the null device.
func detach(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
}

// isolate does the same for a process that is waited for: an interactive shell without a
// controlling terminal cannot take ours. On timeout its whole group is killed.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
