package transcript

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxEncoded is from which length on an encoded directory name is cut and
// given a hash, which differs between hosts.
const maxEncoded = 200

// EncodeDir returns the name of the project directory that Claude Code uses
// for a working directory: every UTF-16 unit of its NFC form that is no ASCII
// letter or digit becomes "-". Names of more than 200 characters are cut
// there; what follows in the real name is a hash.
func EncodeDir(dir string) string {
	var b strings.Builder
	for _, r := range norm.NFC.String(dir) {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
			b.WriteRune(r)
		case r > 0xffff && r <= utf8.MaxRune:
			b.WriteString("--") // two UTF-16 units
		default:
			b.WriteByte('-')
		}
		if b.Len() >= maxEncoded {
			return b.String()[:maxEncoded]
		}
	}
	return b.String()
}

// StartDir returns the directory a session has to be resumed in, by
// Claude Code's own rules: where it was moved to last, else its
// first working directory whose encoding is the name of its project directory,
// else its first working directory. The last one would be wrong: a session may
// have changed directory underway. "" where no record names one.
func (s *Summary) StartDir(projectDir string) string {
	if s.Relocated != "" {
		return s.Relocated
	}
	return cmp.Or(s.DirOf(projectDir), s.CWD)
}

// DirOf returns the first working directory whose encoding is the name of the project
// directory, "" for none.
func (s *Summary) DirOf(projectDir string) string {
	if s.Relocated != "" && EncodesTo(s.Relocated, projectDir) {
		return s.Relocated
	}
	for _, dir := range s.CWDs {
		if EncodesTo(dir, projectDir) {
			return dir
		}
	}
	return ""
}

// EncodesTo reports whether a project directory is that of a working directory. Old
// versions kept "_", some hosts write another drive letter case.
func EncodesTo(dir, projectDir string) bool {
	return strings.EqualFold(EncodeDir(dir), EncodeDir(projectDir))
}
