//go:build !windows

package resume

import (
	"os/exec"
	"syscall"
)

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
