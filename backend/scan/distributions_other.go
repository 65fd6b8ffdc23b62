//go:build !windows

package scan

import "context"

// RunningDistributions returns nil: only Windows runs distributions.
func RunningDistributions(context.Context) []string { return nil }
