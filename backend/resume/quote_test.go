package resume

import (
	"os/exec"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// nasty are names that have broken other launchers.
var nasty = []string{
	"plain", "with space", "it's", `"double"`, "$(touch pwned)", "`touch pwned`", "$HOME", "${SHELL:-x}", `back\slash`,
	`trailing\`, `\\two`, "new\nline", "newline at the end\n", "tab\tin", "-leading", "--option=1", "~tilde", "=equals", "a=b",
	"semi;colon", "amp&", "pipe|", "glob*?[x]", "bang!", "hash#", "percent%s%n", "brace{a,b}", "日本語 プロジェクト", "naïve", "😀",
	"bell\a", "esc\x1b]0;x\a", "interrupt\x03touch pwned\n", "\u2028line", "\x7fdel", "quote\u2019s", "'", `\`, " ", "\n",
}

func TestQuotePOSIX(t *testing.T) {
	tests := []struct {
		in, want string
	}{
		{"", `''`},
		{"/home/ann/my-app_1.0", "/home/ann/my-app_1.0"},
		{"/home/ann/my app", "'/home/ann/my app'"},
		{"it's", `'it'\''s'`},
		{`a\b`, `'a'\\'b'`},
		{`end\`, `'end'\\`},
		{"$(x)", "'$(x)'"},
		{"a\nb", `'a'$'\012''b'`},
		{"\x03", `$'\003'`},
		{"\u0085", `$'\302\205'`},
		{"日本", "'日本'"},
		{"~", "'~'"},
		{"\xff", `$'\377'`},
	}
	for _, tt := range tests {
		if got := quotePOSIX(tt.in); got != tt.want {
			t.Errorf("quotePOSIX(%q) = %s, want %s", tt.in, got, tt.want)
		}
	}
}

// TestQuotePOSIXInShells has the shells read the quoted words back.
func TestQuotePOSIXInShells(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "ksh", "fish", "dash"} {
		t.Run(shell, func(t *testing.T) {
			path, err := exec.LookPath(shell)
			if err != nil {
				t.Skip("not installed")
			}
			for _, want := range nasty {
				quoted := quotePOSIX(want)
				if strings.Contains(quoted, "$'") && (shell == "dash" || shell == "fish") {
					continue // these two do not support the form
				}
				if got := readBack(t, path, quoted); got != want {
					t.Errorf("%s reads %s as %q, want %q", shell, quoted, got, want)
				}
			}
		})
	}
}

func TestQuotePOSIXProperty(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not installed")
	}
	rapid.Check(t, func(rt *rapid.T) {
		var line strings.Builder
		var want string
		// Test many words per shell: starting one is slow.
		for range 50 {
			s := rapid.OneOf(rapid.String(), rapid.StringMatching(`['"\\$()!;& \n\x01-\x1f]{0,8}`)).Draw(rt, "s")
			s = strings.ReplaceAll(s, "\x00", "")
			line.WriteString(quotePOSIX(s) + " ")
			want += s + "|"
		}
		out, err := exec.Command(bash, "-c", "printf '%s|' "+line.String()).Output()
		if err != nil || string(out) != want {
			rt.Fatalf("bash reads %s as %q (%v), want %q", line.String(), out, err, want)
		}
	})
}

func readBack(t *testing.T, shell, quoted string) string {
	t.Helper()
	cmd := exec.Command(shell, "-c", "printf '%s|' "+quoted)
	cmd.Dir = t.TempDir()
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s on %s: %v", shell, quoted, err)
	}
	return strings.TrimSuffix(string(out), "|")
}

func TestQuotePowerShell(t *testing.T) {
	tests := []struct {
		in, want string
	}{
		{`C:\Users\me\my app`, `'C:\Users\me\my app'`},
		{"it's", "'it''s'"},
		{"$(x) `n $env:X", "'$(x) `n $env:X'"},
		{"it\u2019s \u2018x\u201a\u201b", "'it\u2019\u2019s \u2018\u2018x\u201a\u201a\u201b\u201b'"},
		{"", "''"},
		{"a\x03b", "('a'+[char]3+'b')"},
		{"\r\nexit\u009b", "(''+[char]13+''+[char]10+'exit'+[char]155+'')"},
		{"a\u2028b'", "('a'+[char]8232+'b''')"},
	}
	for _, tt := range tests {
		if got := quotePowerShell(tt.in); got != tt.want {
			t.Errorf("quotePowerShell(%q) = %s, want %s", tt.in, got, tt.want)
		}
	}
}
