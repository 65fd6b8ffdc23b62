// Package message holds the texts that the engine says to people: why something cannot be
// resumed, what could not be read, the questions of native dialogs, notifications.
//
// A [Message] is a key of the catalogue with its parameters. Its English is what the
// headless commands, logs and [error] values say; the window says it in its own language.
// The catalogue lies beside this file as JSON, one file per language, in the format of the
// window's own (frontend/messages), without plurals.
package message

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"
)

//go:embed catalogue/*.json
var files embed.FS

// English is the source language, and the one that a missing translation falls back to.
const English = "en"

// Message is one text: a whole sentence or label. The zero value is the empty text.
type Message struct {
	key  string
	args []any // name, value, name, value …
}

// New returns the message of a key. Args are pairs of a parameter's name and its value: a
// string, a number, an error or another Message, which is said in the same language.
func New(key string, args ...any) Message { return Message{key, args} }

// Text returns a message that is the same in every language: a name, a path, or what
// another program said.
func Text(text string) Message { return Message{"", []any{"", text}} }

// From returns the message of an error: what [Of] says of it. It is zero for nil.
func From(err error) Message {
	if err == nil {
		return Message{}
	}
	return Message{"", []any{"", err}}
}

// List returns several messages or names as one, in the language's way of writing a list.
func List[T Message | string](items []T) Message {
	list := Message{}
	for i, item := range items {
		if i == 0 {
			list = Message{"", []any{"", item}}
			continue
		}
		list = New("list", "first", list, "next", item)
	}
	return list
}

// First returns the first message that says something.
func First(messages ...Message) Message {
	for _, m := range messages {
		if !m.IsZero() {
			return m
		}
	}
	return Message{}
}

// IsZero reports whether there is nothing to say.
func (m Message) IsZero() bool { return m.key == "" && len(m.args) == 0 }

// String returns the English text.
func (m Message) String() string { return m.In(English) }

// MarshalText returns the English text. JSON for the window has messages that were
// translated before, by [Message.Fixed].
func (m Message) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// Fixed returns the message as a text of one language, which stays as it is.
func (m Message) Fixed(language string) Message {
	if m.IsZero() {
		return m
	}
	return Text(m.In(language))
}

// Equal reports whether two messages say the same.
func (m Message) Equal(other Message) bool { return m.String() == other.String() }

// In returns the text in a language of the catalogue; in English if the catalogue has
// neither the language nor a translation. An unknown key is returned as it is.
func (m Message) In(language string) string {
	if m.key == "" {
		if len(m.args) == 0 {
			return ""
		}
		return say(m.args[1], language)
	}
	text, ok := catalogue()[language][m.key]
	if !ok {
		if text, ok = catalogue()[English][m.key]; !ok {
			return m.key
		}
	}
	if len(m.args) == 0 {
		return text
	}
	pairs := make([]string, 0, len(m.args))
	for i := 0; i+1 < len(m.args); i += 2 {
		pairs = append(pairs, "{"+fmt.Sprint(m.args[i])+"}", say(m.args[i+1], language))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// say returns a parameter's value in a language.
func say(value any, language string) string {
	switch v := value.(type) {
	case Message:
		return v.In(language)
	case error:
		return Of(v, language)
	}
	return fmt.Sprint(value)
}

// failure is an error that is said by a message.
type failure struct {
	message Message
	cause   error
}

func (f *failure) Error() string { return f.message.String() }
func (f *failure) Unwrap() error { return f.cause }

// Error returns an error that says m. It wraps cause, which may be nil: a message that is to
// name its cause has it as a parameter.
func (m Message) Error(cause error) error { return &failure{m, cause} }

// Of returns what an error says in a language: its message, or its own text where it was
// not made from one. Of joined errors and of the system's errors about a path, the parts
// are translated.
func Of(err error, language string) string {
	if err == nil {
		return ""
	}
	own := err.Error()
	if f, ok := errors.AsType[*failure](err); ok && f.Error() == own {
		return f.message.In(language)
	}
	if p, ok := errors.AsType[*fs.PathError](err); ok && p.Error() == own {
		return p.Op + " " + p.Path + ": " + Of(p.Err, language)
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var texts, translated []string
		for _, part := range joined.Unwrap() {
			texts, translated = append(texts, part.Error()), append(translated, Of(part, language))
		}
		if strings.Join(texts, "\n") == own {
			return strings.Join(translated, "\n")
		}
	}
	return own
}

// Languages returns the catalogue's languages, by their BCP 47 tags.
func Languages() []string {
	names := make([]string, 0, len(catalogue()))
	for name := range catalogue() {
		names = append(names, name)
	}
	return names
}

// catalogue reads the embedded files, once: language, key, text. They are part of the
// program, and a test reads them all, so that an error here is a fault of the build.
var catalogue = sync.OnceValue(func() map[string]map[string]string {
	texts := map[string]map[string]string{}
	names, err := fs.Glob(files, "catalogue/*.json")
	if err != nil {
		panic(err)
	}
	for _, name := range names {
		data, err := files.ReadFile(name)
		if err != nil {
			panic(err)
		}
		var read map[string]string
		if err := json.Unmarshal(data, &read); err != nil {
			panic(fmt.Sprintf("%s: %v", name, err))
		}
		texts[strings.TrimSuffix(path.Base(name), ".json")] = read
	}
	return texts
})
