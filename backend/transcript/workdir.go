package transcript

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxEncoded is the length above which an encoded directory name is truncated and given a
// hash, which differs between hosts.
const maxEncoded = 200

// EncodeDir returns Claude Code's project directory name for a working directory: every
// UTF-16 unit of its NFC form that is not an ASCII letter or digit becomes "-". Longer
// names are truncated at 200 characters; the real name continues with a hash.
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

// StartDir returns the directory to resume a session in, by Claude Code's own rules: the
// last directory it was moved to, else its first working directory that encodes to its
// project directory's name, else its first working directory. The last working directory
// would be wrong, since a session may change it. It returns "" if no record names one.
func (s *Summary) StartDir(projectDir string) string {
	if s.Relocated != "" {
		return s.Relocated
	}
	return cmp.Or(s.DirOf(projectDir), s.CWD)
}

// DirOf returns the first working directory that encodes to the project directory's name,
// or "".
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

// EncodesTo reports whether a project directory belongs to a working directory. Old
// versions preserved "_", and some hosts write the drive letter in the other case.
func EncodesTo(dir, projectDir string) bool {
	return strings.EqualFold(EncodeDir(dir), EncodeDir(projectDir))
}
