//go:build unix && !linux && !darwin

package library

// lookUp returns what the system says of a process: nothing here.
func lookUp(int) process { return process{} }
