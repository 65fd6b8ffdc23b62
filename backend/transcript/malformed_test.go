package transcript

import (
	"strings"
	"testing"
)

// malformed are inputs on which JSON parsers were found to differ (performance.md section
// 3), and similar ones. uuid and text are the decoded values; err is the doctor's reason
// for a rejected line.
var malformed = []struct {
	name, line string
	uuid, text string
	err        string
}{
	{
		name: "lone surrogate", line: `{"type":"user","uuid":"a","message":{"content":"x\ud83dy"}}`,
		uuid: "a", text: "x\ufffdy",
	},
	{
		name: "low surrogate before a high one", line: `{"type":"user","uuid":"a","message":{"content":"\ude00\ud83d"}}`,
		uuid: "a", text: "\ufffd\ufffd",
	},
	{
		name: "invalid UTF-8", line: "{\"type\":\"user\",\"uuid\":\"a\",\"message\":{\"content\":\"x\xff\xfe y \\n \xc3\"}}",
		uuid: "a", text: "x\ufffd\ufffd y \n \ufffd",
	},
	{
		name: "duplicate keys, last wins", line: `{"type":"system","uuid":"a","uuid":"b","message":{"content":"1"},"type":"user","message":{"content":"2"}}`,
		uuid: "b", text: "2",
	},
	{
		name: "wrong type of type", line: `{"type":5,"uuid":"a","message":{"content":"kept"}}`,
		uuid: "a", text: "kept",
	},
	{
		name: "message is a string", line: `{"type":"user","uuid":"a","message":"x"}`,
		uuid: "a",
	},
	{
		name: "content is a number", line: `{"type":"user","uuid":"a","message":{"role":"user","content":7}}`,
		uuid: "a",
	},
	{
		name: "other case of a key is another key", line: `{"TYPE":"user","Uuid":"a","uuid":"b","message":{"Content":"no","content":"yes"}}`,
		uuid: "b", text: "yes",
	},
	{
		name: "escaped keys", line: `{"ty\u0070e":"user","\u0075uid":"a","message":{"c\u006fntent":"found"}}`,
		uuid: "a", text: "found",
	},
	{
		name: "truncated", line: `{"type":"user","uuid":"a","message":{"content":"half a te`,
		err: "not JSON: unexpected end of JSON input",
	},
	{
		name: "truncated behind a member", line: `{"type":"user","uuid":"a"`,
		err: "not JSON: unexpected end of JSON input",
	},
	{
		name: "NUL padding before", line: "\x00\x00\x00{\"type\":\"user\"}",
		err: "NUL bytes, as after a crash",
	},
	{
		name: "NUL padding behind", line: "{\"type\":\"user\"}\x00\x00",
		err: `not JSON: invalid character '\x00' after top-level value`,
	},
	{
		name: "NUL inside a string", line: "{\"type\":\"us\x00er\"}",
		err: `not JSON: invalid character '\x00' in string literal`,
	},
	{
		name: "two glued objects", line: `{"type":"user","uuid":"a"}{"type":"user","uuid":"b"}`,
		err: "more than one object on the line",
	},
	{
		name: "garbage behind", line: `{"type":"user"}x`,
		err: "not JSON: invalid character 'x' after top-level value",
	},
	{
		name: "byte order mark inside a file", line: "\xef\xbb\xbf{\"type\":\"user\"}",
		err: "not JSON: invalid character 'ï' looking for beginning of value",
	},
	{name: "array", line: `[{"type":"user"}]`, err: "not a JSON object"},
	{name: "null", line: `null`, err: "not a JSON object"},
	{name: "string", line: `"type"`, err: "not a JSON object"},
	{name: "words", line: `hello`, err: "not JSON: invalid character 'h' looking for beginning of value"},
	{
		name: "raw tab inside a string", line: "{\"type\":\"us\ter\"}",
		err: `not JSON: invalid character '\t' in string literal`,
	},
	{
		name: "tabs between tokens", line: "{\t\"type\" :\t\"user\", \"uuid\":\"a\" ,\"message\" : { \"content\" : \"x\" } }\t",
		uuid: "a", text: "x",
	},
	{
		name: "bad escape in a text nobody reads", line: `{"type":"user","toolUseResult":"\x41"}`,
		err: "not JSON: invalid character 'x' in string escape code",
	},
	{
		name: "bad unicode escape", line: `{"type":"user","toolUseResult":"\u00zz"}`,
		err: `not JSON: invalid character 'z' in \u hexadecimal character escape`,
	},
	{
		name: "escaped quotes and backslashes", line: `{"uuid":"a","message":{"content":"\"\\\"\\\\"},"x":"\\"}`,
		uuid: "a", text: `"\"\\`,
	},
	{name: "trailing comma", line: `{"type":"user",}`, err: "not JSON: invalid character '}' looking for beginning of object key string"},
	{name: "single quotes", line: `{'type':'user'}`, err: `not JSON: invalid character '\'' looking for beginning of object key string`},
	{name: "leading zero", line: `{"a":01}`, err: "not JSON: invalid character '1' after object key:value pair"},
	{name: "not a number", line: `{"a":NaN}`, err: "not JSON: invalid character 'N' looking for beginning of value"},
	{name: "wrong bracket", line: `{"a":[1,2}`, err: "not JSON: invalid character '}' after array element"},
	{name: "deep", line: `{"uuid":"a","x":` + strings.Repeat("[", 9999) + strings.Repeat("]", 9999) + `}`, uuid: "a"},
	{
		name: "too deep", line: `{"uuid":"a","x":` + strings.Repeat("[", 10000) + strings.Repeat("]", 10000) + `}`,
		err: "not JSON: invalid character '[' exceeded max depth",
	},
	{name: "deep in a block", line: inBlock(9996), uuid: "a"},
	{name: "too deep in a block", line: inBlock(9997), err: "not JSON: invalid character '[' exceeded max depth"},
	{name: "huge number", line: `{"uuid":"a","x":123456789012345678901234567890e99999,"y":-0.0E-0}`, uuid: "a"},
	{name: "empty object", line: `{}`},
}

// inBlock returns a record with n nested arrays in a tool's input.
func inBlock(n int) string {
	return `{"uuid":"a","message":{"content":[{"type":"tool_use","input":` + strings.Repeat("[", n) + strings.Repeat("]", n) + `}]}}`
}

func TestDecodeMalformed(t *testing.T) {
	for _, c := range malformed {
		t.Run(c.name, func(t *testing.T) {
			var d Decoder
			checkLine(t, &d, []byte(c.line))
			r, err := d.Decode([]byte(c.line))
			if err != nil {
				if c.err == "" || err.Error() != c.err {
					t.Fatalf("error %q, want %q", err, c.err)
				}
				return
			}
			if c.err != "" {
				t.Fatalf("accepted, want the error %q", c.err)
			}
			if got := r.UUID.String(); got != c.uuid {
				t.Errorf("uuid %q, want %q", got, c.uuid)
			}
			var got string
			if len(r.Blocks) > 0 {
				got = r.Blocks[0].Text.String()
			}
			if got != c.text {
				t.Errorf("text %q, want %q", got, c.text)
			}
		})
	}
}
