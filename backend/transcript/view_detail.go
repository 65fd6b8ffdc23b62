package transcript

// DetailPart says what a member of a toolUseResult is to who shows it beside
// the result.
type DetailPart uint8

// The parts of details.
const (
	DetailFact    DetailPart = iota // a path, a number, a state, a patch
	DetailContent                   // stands in the result, in the input, or in the record: known by its size
	DetailErrors                    // what a command said on stderr: the result mixes it with stdout
	DetailObject                    // an object that may hold contents, see DetailWithin
)

// shortDetail is how long a result that is no text may be to count as a fact.
const shortDetail = 200

// DetailOf returns what a member of a toolUseResult is. The shapes differ from
// tool to tool (format: "toolUseResult shapes"); what is not known is a fact.
func DetailOf(key string, v Value) DetailPart {
	switch key {
	case "stdout", "originalFile", "originalFileContents", "oldString", "newString", "edits", "prompt", "result", "plan":
		if len(v) > shortDetail || v.IsArray() || v.IsString() && key != "result" {
			return DetailContent
		}
	case "content":
		return DetailContent
	case "stderr":
		return DetailErrors
	case "file", "task":
		if v.IsObject() {
			return DetailObject
		}
	}
	return DetailFact
}

// DetailWithin is DetailOf for a member of a DetailObject: the file of a Read,
// the task of a TaskOutput.
func DetailWithin(key string) DetailPart {
	switch key {
	case "content", "base64", "cells", "output", "prompt", "result":
		return DetailContent
	}
	return DetailFact
}
