package api

import (
	"flag"
	"os"
	"testing"
)

// TestMain gives the property tests a fixed seed: what a run finds must not
// depend on luck. -rapid.seed=N explores another part.
func TestMain(m *testing.M) {
	flag.Parse()
	if f := flag.Lookup("rapid.seed"); f.Value.String() == f.DefValue {
		if err := f.Value.Set("20261121"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}
