// Package disk asks the file system about what others own: histories, and what
// histories name. Any of it may be a pipe that nobody writes to, or lie on a mount
// whose other end is gone, and such a question is never answered: a file is opened
// without waiting for anybody, and a question is given up after a while.
package disk
