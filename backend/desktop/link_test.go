package desktop

import (
	"strings"
	"testing"
)

func TestBrowsableURL(t *testing.T) {
	tests := []struct {
		name, raw, want string
	}{
		{"plain", "https://go.dev/doc", "https://go.dev/doc"},
		{"upper case scheme", "HTTPS://go.dev/", "https://go.dev/"},
		{"query and fragment", "http://a.b/c?d=e&f=g#h", "http://a.b/c?d=e&f=g#h"},
		{"parentheses", "https://en.wikipedia.org/wiki/Tree_(graph_theory)", "https://en.wikipedia.org/wiki/Tree_%28graph_theory%29"},
		{"brackets and shell characters", "https://a.b/[x]?q={y}|$z;!*~", "https://a.b/%5Bx%5D?q=%7By%7D%7C%24z%3B%21%2A%7E"},
		{"space", "https://a.b/c d", "https://a.b/c%20d"},
		{"other scripts", "https://a.b/日本", "https://a.b/%E6%97%A5%E6%9C%AC"},
		{"a host in another script", "https://bücher.example/ü?a", "https://bücher.example/%C3%BC?a"},
		{"IPv6 host keeps its brackets", "http://[::1]:8080/(x)", "http://[::1]:8080/%28x%29"},
		{"mail", "mailto:a@b.c?subject=d(e)", "mailto:a@b.c?subject=d%28e%29"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := BrowsableURL(tt.raw)
			if err != nil {
				t.Fatal(err)
			}
			if got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestBrowsableURLRefuses(t *testing.T) {
	for _, raw := range []string{
		"", "go.dev", "//go.dev", "/etc/passwd", "file:///etc/passwd", "javascript:alert(1)",
		"data:text/html,x", "vscode://file/etc", "ms-msdt:/id", "http:", "http:///x", "https://a.b/\x00", "ftp://a.b/",
		"https://go.dev@evil.example/", "http://a!b/", "http://a$(b)/",
	} {
		if got, err := BrowsableURL(raw); err == nil {
			t.Errorf("%q was let through as %q", raw, got)
		}
	}
}

func FuzzBrowsableURL(f *testing.F) {
	for _, seed := range []string{"https://a.b/(c)", "mailto:x@y", "http://[::1]/", "https://u:p@a.b/c#d", "https://a.bı?c"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		got, err := BrowsableURL(raw)
		if err != nil {
			return
		}
		scheme, _, _ := strings.Cut(got, ":")
		if s := strings.ToLower(scheme); s != "http" && s != "https" && s != "mailto" {
			t.Errorf("%q became %q", raw, got)
		}
		if strings.ContainsAny(got, " \t\r\n\x00`$;|\\<>*{}()~!") {
			t.Errorf("%q became %q, which Wails refuses", raw, got)
		}
		again, err := BrowsableURL(got)
		if err != nil || again != got {
			t.Errorf("%q became %q and then %q (%v)", raw, got, again, err)
		}
	})
}
