// Package propseed gives a package's property tests a fixed seed: what a run
// finds must not depend on luck.
package propseed

import (
	"flag"
	"testing"
)

// Run is the body of a TestMain. The property tests of the package begin at
// seed; -rapid.seed=N explores another part. The package's tests must import
// rapid, which declares that flag.
func Run(m *testing.M, seed string) {
	flag.Parse()
	if f := flag.Lookup("rapid.seed"); f.Value.String() == f.DefValue {
		if err := f.Value.Set(seed); err != nil {
			panic(err)
		}
	}
	m.Run()
}
