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
	path := &fs.PathError{Op: "open", Path: "/x", Err: New("disk_no_answer").Error(nil)}
	if got := Of(path, "de"); got != "open /x: das Dateisystem reagiert nicht" {
		t.Errorf("an error about a path: %q", got)
	}
	if got := Of(errors.Join(path, err, fs.ErrExist), "zh"); got != "open /x: 文件系统没有响应\n目录 /x 不存在\nfile already exists" {
		t.Errorf("joined errors: %q", got)
	}
	nested := New("cannot_resume", "why", From(path)).Error(path)
	if got := Of(nested, "ja"); got != "再開できません: open /x: ファイルシステムが応答しません" || !errors.Is(nested, path) {
		t.Errorf("a message with a cause: %q", got)
	}
	if got := Of(nil, "de"); got != "" {
		t.Errorf("got %q for no error", got)
	}
}

func TestHelpers(t *testing.T) {
	if got := First(Message{}, From(nil), Text("a"), Text("b")).String(); got != "a" {
		t.Errorf("first %q", got)
	}
	if !First().IsZero() || !First(Message{}).IsZero() {
		t.Error("something was found")
	}
	for language, want := range map[string]string{"en": "a, b, c", "zh": "a、b、c"} {
		if got := List([]string{"a", "b", "c"}).In(language); got != want {
			t.Errorf("list in %s: %q", language, got)
		}
	}
	fixed := New("dir_missing", "dir", "/x").Fixed("de")
	if text, err := fixed.MarshalText(); err != nil || string(text) != "Das Verzeichnis /x existiert nicht" || fixed.In("ja") != string(text) {
		t.Errorf("fixed: %q, %v", text, err)
	}
	if !(Message{}).Fixed("de").IsZero() || !Text("a").Equal(Text("a")) || Text("a").Equal(Text("b")) {
		t.Error("Fixed or Equal")
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
