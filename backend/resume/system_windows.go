package resume

import (
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"golang.org/x/sys/windows"
)

// here runs the process in this console and waits for it: Windows cannot replace a process.
// Interrupts are left to the program.
func here(p Process) error {
	signal.Ignore(os.Interrupt)
	cmd := exec.Command(p.Path, p.Args...)
	cmd.Dir, cmd.Env = p.Dir, p.Env
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	return cmd.Run()
}

// spill is the null device: an open file cannot be removed on Windows.
func spill() (*os.File, error) { return os.OpenFile(os.DevNull, os.O_RDWR, 0) }

// detach keeps the process out of this one's console and its interrupts. It gets no window:
// a terminal opens its own.
func detach(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{
		CreationFlags: windows.CREATE_NEW_PROCESS_GROUP | windows.CREATE_NO_WINDOW,
	}
}

// isolate hides the window of a process that is waited for.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{HideWindow: true}
}
