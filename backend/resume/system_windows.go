package resume

import (
	"os/exec"
	"syscall"

	"golang.org/x/sys/windows"
)

// detach keeps the process out of this one's console and its interrupts. It gets no
// window either: a terminal opens its own.
func detach(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{
		CreationFlags: windows.CREATE_NEW_PROCESS_GROUP | windows.CREATE_NO_WINDOW,
	}
}

// isolate hides the window of a process that is waited for.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{HideWindow: true}
}
