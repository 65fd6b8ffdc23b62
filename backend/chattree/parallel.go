package chattree

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// few is how many pieces of work are not worth more than one processor: what a
// single append changes.
const few = 32

// parallel calls work with every number below n, on all processors where there
// are many. Each call is given the memory of whoever makes it; own is that of
// the caller.
func parallel(n int, own *[2]coder, work func(i int, memory *[2]coder)) {
	if n < few {
		for i := range n {
			work(i, own)
		}
		return
	}
	var next atomic.Int64
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			var z [2]coder
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				work(i, &z)
			}
		})
	}
	group.Wait()
}
