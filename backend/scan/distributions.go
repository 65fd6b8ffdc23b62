package scan

import (
	"bytes"
	"context"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf16"

	"dendro/backend/internal/disk"
)

// distributionName matches the names of WSL distributions that become a part of a path.
var distributionName = regexp.MustCompile(`^\w[\w.-]*$`)

// distributionShare is where Windows shows the file systems of distributions.
const distributionShare = `\\wsl.localhost\`

// distributionsIn returns the shares of the distributions that wsl.exe lists, one name per
// line. It writes UTF-16 unless told otherwise, and versions before 0.64 cannot be told.
func distributionsIn(list []byte) (shares []string) {
	if bytes.IndexByte(list, 0) >= 0 {
		units := make([]uint16, 0, len(list)/2)
		for i := 0; i+1 < len(list); i += 2 {
			units = append(units, uint16(list[i])|uint16(list[i+1])<<8)
		}
		list = []byte(string(utf16.Decode(units)))
	}
	for line := range strings.Lines(strings.TrimPrefix(string(list), "\ufeff")) {
		if name := strings.TrimSpace(line); distributionName.MatchString(name) && !strings.HasPrefix(name, "docker-desktop") {
			shares = append(shares, distributionShare+name)
		}
	}
	return shares
}

// distributionRoots returns the Claude config directories with a history of the users of
// other systems on this machine.
func distributionRoots(ctx context.Context, env Env) (roots []string) {
	if env.Distributions == nil {
		return nil
	}
	for _, system := range env.Distributions(ctx) {
		found, err := disk.WithTimeout(ctx, env.Disk, system, func() ([]string, error) {
			homes, _ := filepath.Glob(filepath.Join(system, "home", "*", ".claude")) // the pattern is constant but for a plain name
			var with []string
			for _, dir := range append(homes, filepath.Join(system, "root", ".claude")) {
				if isDir(filepath.Join(dir, "projects")) {
					with = append(with, dir)
				}
			}
			return with, nil
		})
		if err == nil {
			roots = append(roots, found...)
		}
	}
	return roots
}
