package version

import (
	"runtime/debug"
	"strings"
	"testing"
)

func TestFrom(t *testing.T) {
	noted := &debug.BuildInfo{Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "0123456789abcdef0123"}, {Key: "vcs.modified", Value: "false"}}}
	changed := &debug.BuildInfo{Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "0123456789abcdef0123"}, {Key: "vcs.modified", Value: "true"}}}
	for name, tt := range map[string]struct {
		described, commit string
		build             *debug.BuildInfo
		version, says     string
	}{
		"a release":           {"1.2.3", "fedcba9876543210", noted, "1.2.3", "1.2.3 (commit fedcba987654, go"},
		"after a release":     {"1.2.3+4.gfedcba9", "fedcba9876543210", nil, "1.2.3+4.gfedcba9", "1.2.3+4.gfedcba9 (commit fedcba987654, go"},
		"changed files":       {"1.2.3+4.gfedcba9.modified", "", noted, "1.2.3+4.gfedcba9.modified", "1.2.3+4.gfedcba9.modified (go"},
		"a plain go build":    {"", "", noted, Number, Number + " (commit 0123456789ab, go"},
		"of changed files":    {"", "", changed, Number + "+modified", Number + "+modified (commit 0123456789ab, go"},
		"nothing is known":    {"", "", nil, Number, Number + " (go"},
		"without a directory": {"", "", &debug.BuildInfo{}, Number, Number + " (go"},
	} {
		got := from(tt.described, tt.commit, tt.build)
		if got.Version != tt.version || !strings.HasPrefix(got.String(), tt.says) || got.Go == "" || got.System == "" {
			t.Errorf("%s: %+v, %s", name, got, got)
		}
	}
}
