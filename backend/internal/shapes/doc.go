// Package shapes checks that costs are linear in the size of a history.
//
// A shape is a family of histories by size. Its test runs the commands on sizes n and 2n
// and compares the number of executed statements. The program is built with coverage
// counters, so that the figures depend neither on the machine nor on its load.
package shapes
