// Package propseed gives a package's property tests a fixed seed, so that their results are
// reproducible.
package propseed

import (
	"flag"
	"testing"
)

// Run is the body of a TestMain. The package's property tests start at seed; -rapid.seed=N
// explores other cases. The package's tests must import rapid, which declares that flag.
func Run(m *testing.M, seed string) {
	flag.Parse()
	if f := flag.Lookup("rapid.seed"); f.Value.String() == f.DefValue {
		if err := f.Value.Set(seed); err != nil {
			panic(err)
		}
	}
	m.Run()
}
