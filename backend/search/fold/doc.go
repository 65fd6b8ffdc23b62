// Package fold has the form in which texts are compared: as shown, without regard to case and
// accents. A [Needle] is the part of a text that must occur in the bytes of a line, so that most
// lines need not be decoded, and a [Phrase] is what a find bar looks for in one thread.
package fold
