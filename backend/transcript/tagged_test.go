package transcript

import (
	"testing"

	"dendro/backend/jsonl"
)

func TestUntag(t *testing.T) {
	for in, want := range map[string]string{
		"<bash-stdout>x":            "<bash-stdout>x",
		"<a>1</a> tail":             "1\ntail",
		"<a>keeps <b>inner</b></a>": "keeps <b>inner</b>",
		"<bash-stdout>a\n</bash-stdout><bash-stderr></bash-stderr>": "a",
		"<>": "<>",
		"":   "",
	} {
		if got := Untag(in); got != want {
			t.Errorf("Untag(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestCommandsAsTyped(t *testing.T) {
	for in, want := range map[string]string{
		"<command-name>/model</command-name><command-message>model</command-message><command-args> opus </command-args>": "/model opus",
		"<command-message>init is analyzing</command-message>":                                                           "/init is analyzing",
		"<command-args>all</command-args>":                                                                               "all",
		"<command-name>cut short":                                                                                        "<command-name>cut short",
	} {
		if got := CommandText(in); got != want {
			t.Errorf("CommandText(%q) = %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{
		"echo hi":                              "!echo hi",
		"<bash-input>echo hi\n</bash-input>\n": "!echo hi",
		"<bash-input>cut short":                "!cut short",
	} {
		if got := BashText(in); got != want {
			t.Errorf("BashText(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestFlatText(t *testing.T) {
	for in, want := range map[string]string{
		`"one"`: "one",
		`["one",{"type":"text","text":"two"},{"type":"image"},{"type":"text","text":"three"}]`: "one\ntwo\nthree",
		`{"text":"none"}`: "",
		`7`:               "",
	} {
		if got := FlatText(jsonl.Value(in)); got != want {
			t.Errorf("FlatText(%s) = %q, want %q", in, got, want)
		}
	}
}
