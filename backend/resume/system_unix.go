//go:build !windows

package resume

import (
	"os"
	"os/exec"
	"syscall"
)

// here replaces this process: the terminal's signals and its end are the program's own.
func here(p Process) error {
	if err := os.Chdir(p.Dir); err != nil {
		return err
	}
	return syscall.Exec(p.Path, append([]string{p.Path}, p.Args...), p.Env)
}

// spill is a file without a name for what a process says. A pipe would end whoever
// writes into it after Dendro has gone.
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
// controlling terminal cannot take ours. When it is given up, its whole group goes.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
