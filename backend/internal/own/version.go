package own

import (
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// dated matches the names of older versions in the archive: <stem>.<date>.<ext>.
var dated = regexp.MustCompile(`^(.+)\.[0-9]{8}T[0-9]{6}Z(?:-[0-9]+)?(\.[A-Za-z0-9]+)?$`)

// Original returns the path, with slashes, of the file of which a path in the archive names an
// older version, else the path itself.
func Original(p string) string {
	if m := dated.FindStringSubmatch(path.Base(p)); m != nil {
		return path.Join(path.Dir(p), m[1]+m[2])
	}
	return p
}

// VersionPath returns the path of the n-th version of a file that was replaced at a time.
func VersionPath(p string, at time.Time, n int) string {
	mark := "." + at.UTC().Format("20060102T150405Z")
	if n > 0 {
		mark += "-" + strconv.Itoa(n)
	}
	ext := path.Ext(p)
	return strings.TrimSuffix(p, ext) + mark + ext
}
