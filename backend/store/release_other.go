//go:build !unix

package store

func release([]byte) {} // segments are not mapped here
