package query

import (
	"strings"

	"dendro/backend/message"
)

// Fields is a set of searchable kinds of text.
type Fields uint8

// The fields, in the order of the contract.
const (
	Titles Fields = 1 << iota
	Prompts
	Replies
	Thinking
	Tools
	Results

	All = 1<<iota - 1
	// Default is the default for queries that do not specify fields.
	Default = All &^ Thinking
)

var fieldNames = [...]string{"titles", "prompts", "replies", "thinking", "tools", "results"}

// ParseFields parses a comma-separated list of field names, singular ones too.
func ParseFields(list string) (Fields, error) {
	var f Fields
	for name := range strings.SplitSeq(list, ",") {
		one := fieldNamed(strings.ToLower(strings.TrimSpace(name)))
		if one == 0 {
			return 0, message.New("query_field_unknown", "field", name, "fields", strings.Join(append(fieldNames[:], "all"), ", ")).Error(nil)
		}
		f |= one
	}
	return f, nil
}

func fieldNamed(name string) Fields {
	if name == "all" {
		return All
	}
	for i, known := range fieldNames {
		singular := strings.TrimSuffix(known, "s")
		if known == "replies" {
			singular = "reply"
		}
		if name == known || name == singular {
			return 1 << i
		}
	}
	return 0
}
