// Package jsonl reads lines of any length, and the JSON values in them. It knows nothing about
// what they mean.
//
// A [Value] stays in place, as bytes of its line, until someone asks for its text: most bytes
// of a history are tool results, their copies and images, which a scan does not decode. One
// pass over a line, 64 bytes at a time, makes a [Map] of where its strings end and whether
// they hold suspicious bytes. A [Scanner] reads the structure from that map, from quote to
// quote. The mapping loop exists in Go and in assembly; they differ in speed only. Lines with
// raw control characters or bad escape sequences are left to encoding/json, which is also the
// oracle of the fuzz tests.
package jsonl
