// Package desktop provides what the window toolkit lacks or gets wrong: the preferred
// colour scheme, the file manager, whether there is a display, whether Dendro is already
// open.
//
// It opens no window and starts no service that outlives the program. If a system does not
// answer in time, the result is "unknown".
package desktop
