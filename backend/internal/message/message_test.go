package message

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestIn(t *testing.T) {
	gone := New("dir_missing", "dir", "/tmp/{dir}")
	tests := []struct {
		name, language, want string
		message              Message
	}{
		{"English", "en", "The directory /tmp/{dir} does not exist", gone},
		{"another language", "de", "Das Verzeichnis /tmp/{dir} existiert nicht", gone},
		{"unknown language", "xx", "The directory /tmp/{dir} does not exist", gone},
		{"unknown key", "en", "no_such_key", New("no_such_key")},
		{"nothing", "de", "", Message{}},
		{"the same in every language", "ja", "zsh: not found", Text("zsh: not found")},
		{"an error that is a message", "de", "Das Verzeichnis /x existiert nicht", Text("").with(New("dir_missing", "dir", "/x").Error(nil))},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.message.In(tt.language); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// with replaces the only argument of a text.
func (m Message) with(value any) Message { return Message{m.key, []any{"", value}} }

func TestOf(t *testing.T) {
	err := New("dir_missing", "dir", "/x").Error(fs.ErrNotExist)
	if !errors.Is(err, fs.ErrNotExist) {
		t.Error("the cause is lost")
	}
	if got := Of(err, "de"); got != "Das Verzeichnis /x existiert nicht" {
		t.Errorf("got %q", got)
	}
	if got := Of(fmt.Errorf("project 3: %w", err), "de"); got != "project 3: The directory /x does not exist" {
		t.Errorf("an error that says more than its message lost it: %q", got)
	}
	if got := Of(nil, "de"); got != "" {
		t.Errorf("got %q for no error", got)
	}
}

// TestLanguagesAgree: every language has every message, with the same parameters.
func TestLanguagesAgree(t *testing.T) {
	parameter := regexp.MustCompile(`\{\w+\}`)
	shape := func(language string) map[string][]string {
		out := map[string][]string{}
		for key, text := range catalogue()[language] {
			if text == "" {
				t.Errorf("%s: %s is empty", language, key)
			}
			out[key] = slices.Sorted(slices.Values(parameter.FindAllString(text, -1)))
		}
		return out
	}
	english := shape(English)
	for _, language := range slices.Sorted(maps.Keys(catalogue())) {
		if diff := cmp.Diff(english, shape(language)); diff != "" {
			t.Errorf("%s (-en +%s):\n%s", language, language, diff)
		}
	}
	if got := len(Languages()); got < 4 {
		t.Errorf("%d languages", got)
	}
}
