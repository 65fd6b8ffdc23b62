package cache

import (
	"errors"
	"os"
)

// Scratch makes a file in the first of the directories where that works, for
// what is made once, seldom looked at and too large for memory. Nobody else can
// open it, and it is gone when it is closed. It fails on systems where a file
// that is open cannot be without a name.
func Scratch(dirs ...string) (f *os.File, err error) {
	err = errors.ErrUnsupported
	for _, dir := range dirs {
		if f, err = nameless(dir); err == nil {
			return f, nil
		}
	}
	return nil, err
}

func nameless(dir string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	if f, err := unnamed(dir); err == nil {
		return f, nil
	}
	f, err := os.CreateTemp(dir, "scratch-*")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.Name()); err != nil {
		_ = f.Close()
		_ = os.Remove(f.Name())
		return nil, err
	}
	return f, nil
}
