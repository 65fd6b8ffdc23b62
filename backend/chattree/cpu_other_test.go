//go:build !unix

package chattree_test

import "time"

// cpuTime is the time of day, where nothing better is known.
func cpuTime() time.Duration { return time.Duration(time.Now().UnixNano()) }
