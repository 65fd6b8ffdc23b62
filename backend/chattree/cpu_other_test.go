//go:build !unix

package chattree_test

import "time"

// cpuTime is wall-clock time on systems without a better clock.
func cpuTime() time.Duration { return time.Duration(time.Now().UnixNano()) }
