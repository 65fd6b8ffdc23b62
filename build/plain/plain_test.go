package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCheck(t *testing.T) {
	for text, want := range map[string][]string{
		"Catalog is what is known of some roots.": {"what is"},
		"what\nwas read":                                   {"what was"},
		"Who asks for more waits.":                         {"Who asks"},
		"it is the turn of who has the lock":               {"of who has"},
		"whoever reads it":                                 {"whoever"},
		"That which was written":                           {"That which"},
		"progress is none":                                 {"is none"},
		"takes in a change":                                {"takes in"},
		"applies what a start takes of it in.":             {"takes of it in."},
		"lets the mutex go.":                               {"lets the mutex go."},
		"lets go of the span":                              {"lets go of"},
		"their sum comes to 3":                             {"comes to"},
		"the record stands before it":                      {"stands"},
		"goes on with the next file":                       {"goes on with"},
		"notices tell of it":                               {"tell of"},
		"Prepare makes that a plan works":                  {"makes that"},
		"the how manieth it is":                            {"how manieth"},
		"What is known now? | the snapshot":                nil,
		"decides what is read again?":                      nil,
		"0 if there is none, and there\nare none":          nil,
		"* stands for any name; it stands out; a stand-in": nil,
		"a part that stands in the file":                   {"stands"},
		"they can stand alone":                             nil,
		"the person who has the window open":               nil,
		`titles such as "what is new"`:                     nil,
		"a call takes 3 ms in the mean":                    nil,
		"let it go on":                                     nil,
		"understands outstanding come-to":                  nil,
	} {
		var got []string
		for _, f := range check(text) {
			got = append(got, f.phrase)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

// TestProse checks which parts of each kind of file are read, and their lines.
func TestProse(t *testing.T) {
	for name, tt := range map[string]struct {
		source string
		want   []string
	}{
		"a.go": {
			"// Package a\n// is one.\npackage a\n\nvar x = \"a text\" // why\nvar y = \"word\"\nvar z = `two\nlines`\n/* block */\n",
			[]string{"1 Package a\nis one.", "5 a text", "5 why", "9 /* block */"},
		},
		"a_test.go": {"package a // it\nvar x = \"a text\"\n", []string{"1 it"}},
		"a.ts": {
			"const u = 'http://host'; // one\n// two\n/* three\nfour */ const t = `// no\n`;\n",
			[]string{"1 one\ntwo", "3 /* three\nfour */"},
		},
		"A.svelte":            {"<!-- one -->\n<p>it's // no</p>\n  // two\n", []string{"1 <!-- one -->", "3 two"}},
		"a.sh":                {"#!/bin/sh\n# one\n# two\necho ${#x} # three\n", []string{"2 one\ntwo\nthree"}},
		"Makefile":            {"all: ## build it\n", []string{"1 build it"}},
		"a.md":                {"# Title\n\none\ntwo\n\n```\ncode\n```\nthree\n", []string{"1 # Title", "3 one\ntwo", "9 three"}},
		"messages/en/a.json":  {"{\n  \"key\": \"A text\"\n}\n", []string{`2 "key"`, `2 "A text"`}},
		"messages/de/a.json":  {"{\"key\": \"Ein Text\"}", nil},
		"testdata/other.toml": {"# one", nil},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			if extract := extractorOf(name); extract != nil {
				for _, p := range extract(name, []byte(tt.source)) {
					got = append(got, fmt.Sprint(p.line, " ", p.text))
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestExemptPathsExist: a path that was moved or deleted must leave the lists.
func TestExemptPathsExist(t *testing.T) {
	for _, name := range foreign {
		if _, err := os.Stat(filepath.Join("..", "..", filepath.FromSlash(name))); err != nil {
			t.Error(err)
		}
	}
}

func TestBelow(t *testing.T) {
	if !below("backend/search/find.go", []string{"backend/search"}) || below("backend/searches.go", []string{"backend/search"}) {
		t.Error("a path is below a directory if it continues with a slash")
	}
}
