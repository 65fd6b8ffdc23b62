package transcript

import "dendro/backend/jsonl"

// DetailPart says how to show a member of a toolUseResult beside the result.
type DetailPart uint8

// The parts of details.
const (
	DetailFact    DetailPart = iota // a path, a number, a state, a patch
	DetailContent                   // repeated in the result, the input or the record: only its size is shown
	DetailErrors                    // the stderr of a command: the result mixes it with stdout
	DetailObject                    // an object that may hold content, see DetailWithin
)

// shortDetail is the maximum length of a result that counts as a fact although it is not a
// text.
const shortDetail = 200

// DetailOf returns the part of a member of a toolUseResult. The shapes differ from tool to
// tool (format: "toolUseResult shapes"). Unknown members are facts.
func DetailOf(key string, v jsonl.Value) DetailPart {
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
