// Package shapes holds the cost of growing histories to be linear.
//
// A shape is a history of a size. Its test runs the commands on n and on 2n of it and
// compares how many statements they execute. The program is built with coverage
// counters, so that the figures depend neither on the machine nor on its load.
package shapes
