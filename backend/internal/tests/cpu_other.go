//go:build !unix

package tests

import "time"

// CPU returns wall-clock time on systems that do not report processor time.
func CPU() time.Duration { return time.Duration(time.Now().UnixNano()) }
