//go:build !unix

package cache

import "os"

// replaceable says that a file in use can be removed.
const replaceable = false

// view returns the content of a file. A mapped file could not be removed here,
// so that the next state would have to wait for every reader.
func view(path string) ([]byte, error) { return os.ReadFile(path) }

func viewOf(*os.File) ([]byte, error) { return nil, errDamaged } // never asked for

func viewAt(*os.File, int64, int) ([]byte, error) { return nil, errDamaged } // as there is no Scratch

func unload([]byte) {}

func unview([]byte) {}
