// Package desktop asks the system that the window runs on for what the window
// toolkit does not know or gets wrong: the preferred colour scheme, the file
// manager, whether there is a display at all, whether Dendro is open already.
//
// Nothing here opens a window or starts a service that outlives the program.
// What a system does not answer, or not in time, is reported as unknown.
package desktop
