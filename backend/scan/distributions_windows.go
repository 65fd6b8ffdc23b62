package scan

import (
	"context"
	"os"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/windows"
)

// wslPatience is how long wsl.exe may take to list distributions.
const wslPatience = 3 * time.Second

// RunningDistributions returns the shares of the WSL distributions that run. Others are not
// started for it: looking at their files would.
func RunningDistributions(ctx context.Context) []string {
	wsl, err := exec.LookPath("wsl.exe")
	if err != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, wslPatience)
	defer cancel()
	cmd := exec.CommandContext(ctx, wsl, "--list", "--running", "--quiet")
	cmd.Env = append(os.Environ(), "WSL_UTF8=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.CREATE_NO_WINDOW}
	list, err := cmd.Output()
	if err != nil {
		return nil // none runs, or WSL is not installed
	}
	return distributionsIn(list)
}
