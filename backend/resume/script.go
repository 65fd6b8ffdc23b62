package resume

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"unicode/utf16"

	"dendro/backend/internal/disk"
	"dendro/backend/internal/own"
	"dendro/backend/message"
)

// job is the work of the script inside the terminal.
type job struct {
	dir    string
	shell  string // the login shell to run it in, or ""
	mark   string // a file that the script creates when it runs, or ""
	config config
	argv   []string
}

// body is the constant script that runs in the terminal: $1 the directory, $2 the login
// shell or nothing, $3 the file to create or nothing, then the command. The command runs in
// the user's own shell, as if typed there, so that start files apply; that shell must not
// exec the command, or nobody restores the terminal afterwards. Then a shell stays in the
// directory: closing at once would hide an error. The traps keep an interrupt that ends
// claude from ending the script.
const body = unsetClaudeEnv + `dir=$1 shell=$2 mark=$3
shift 3
[ -z "$mark" ] || true 2>/dev/null >"$mark"
trap : INT QUIT
if cd -- "$dir"; then
	case ${shell##*/} in
	'') "$@" ;;
	fish) "$shell" -lic '$argv; exit $status' "$@" ;;
	*) "$shell" -lic '"$@"; exit "$?"' dendro "$@" ;;
	esac
	status=$?
	[ "$status" -eq 0 ] || printf '\n[claude ended with status %s]\n' "$status"
fi
trap - INT QUIT
[ -x "${SHELL:-}" ] || SHELL=/bin/sh
exec "$SHELL"
`

// prelude decodes the arguments that spell encoded, before body sees them. The dot
// preserves newlines at the end of an argument, which a command substitution would drop.
const prelude = `n=$#
while [ "$n" -gt 0 ]; do
	rest=${1#x}
	text=
	while [ -n "$rest" ]; do
		tail=${rest#???}
		text=$text\\0${rest%"$tail"}
		rest=$tail
	done
	text=$(printf '%b.' "$text")
	shift
	set -- "$@" "${text%.}"
	n=$((n-1))
done
`

// args returns the job as the arguments of body.
func (j job) args() []string {
	return append([]string{j.dir, j.shell, j.mark}, j.withConfig()...)
}

// withConfig returns the command with CLAUDE_CONFIG_DIR set or unset by env(1): this
// overrides the user's start files, and does not affect the shell that stays.
func (j job) withConfig() []string {
	argv := j.argv
	if strings.Contains(argv[0], "=") {
		// env would take such a path for a variable.
		argv = append([]string{"sh", "-c", `exec "$@"`, "dendro"}, argv...)
	}
	switch {
	case j.config.set != "":
		return append([]string{"env", configVariable + "=" + j.config.set}, argv...)
	case j.config.unset:
		return append([]string{"env", "-u", configVariable}, argv...)
	}
	return argv
}

// rawArgs returns the job for terminals that pass arguments on unchanged.
func (j job) rawArgs() []string {
	return append([]string{"/bin/sh", "-c", body, "dendro"}, j.args()...)
}

// octalArgs returns the job for all other terminals: every argument consists of letters,
// digits and file name characters, so that joining, splitting and expanding have no effect.
func (j job) octalArgs(script string) []string {
	argv := []string{"/bin/sh", filepath.ToSlash(script)}
	for _, arg := range j.args() {
		argv = append(argv, spell(arg))
	}
	return argv
}

// spell encodes bytes as octal numbers of three digits after an x.
func spell(s string) string {
	var b strings.Builder
	b.WriteByte('x')
	for _, c := range []byte(s) {
		fmt.Fprintf(&b, "%03o", c)
	}
	return b.String()
}

// windowsBody is body for PowerShell. It receives the job as base64 of JSON.
const windowsBody = unsetClaudeEnvWindows + `$job = [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String('%s')) | ConvertFrom-Json
if ($job.mark) { New-Item -ItemType File -Force -Path $job.mark | Out-Null }
Set-Location -LiteralPath $job.dir
if ($?) {
  if ($job.set) { $env:CLAUDE_CONFIG_DIR = $job.set } elseif ($job.unset) { $env:CLAUDE_CONFIG_DIR = $null }
  $program, $rest = $job.argv
  & $program @rest
  if ($LASTEXITCODE) { Write-Host "[claude ended with status $LASTEXITCODE]" }
}
`

// powershell returns the job for Windows, as options of PowerShell. Encoded, it is one word
// that neither wt (which splits at semicolons) nor cmd interprets.
func (j job) powershell() []string {
	data, _ := json.Marshal(map[string]any{ // marshalling strings and a bool cannot fail
		"dir": j.dir, "set": j.config.set, "unset": j.config.unset, "argv": j.argv, "mark": j.mark,
	})
	script := fmt.Sprintf(windowsBody, base64.StdEncoding.EncodeToString(data))
	utf16le, _ := binary.Append(nil, binary.LittleEndian, utf16.Encode([]rune(script))) // encoding numbers cannot fail
	return []string{"-NoLogo", "-NoExit", "-EncodedCommand", base64.StdEncoding.EncodeToString(utf16le)}
}

// scriptFile is prelude and body in a file, for the terminals that need one. The file is
// the same for every job, so it is written once and left in place.
type scriptFile struct {
	disk *disk.Prober // remembers mounts that do not respond; nil: no memory
	mu   sync.Mutex
	path string
}

// write ensures that the file exists and returns its path, which consists of the same plain
// characters as an encoded argument. It never uses a directory that another user could have
// prepared.
func (f *scriptFile) write(dirs []string) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	text := []byte(prelude + body)
	if f.path != "" {
		dir, name := own.At(f.path, f.disk)
		if old, err := dir.Read(name, int64(len(text))); err == nil && string(old) == string(text) {
			return f.path, nil
		}
	}
	sum := sha256.Sum256(text)
	name := fmt.Sprintf("resume-%x.sh", sum[:6])
	var errs []error
	for _, dir := range append(dirs, "") {
		path, err := writeScript(own.Dir{Path: dir, Disk: f.disk}, name, text)
		if err == nil {
			f.path = path
			return path, nil
		}
		errs = append(errs, err)
	}
	return "", message.New("script_not_written", "cause", errors.Join(errs...)).Error(errors.Join(errs...))
}

// writeScript writes the file atomically into dir or, if that is "", into a new temporary
// directory.
func writeScript(dir own.Dir, name string, text []byte) (path string, err error) {
	temporary := dir.Path == ""
	if temporary {
		if dir.Path, err = os.MkdirTemp("", "dendro-"); err != nil {
			return "", err
		}
	}
	path = dir.Sub(name).Path
	if !filepath.IsAbs(path) || !plainly(filepath.ToSlash(path)) {
		err = message.New("path_not_plain", "path", path).Error(nil)
	} else {
		err = dir.Write(name, text)
	}
	if err != nil && temporary {
		err = errors.Join(err, os.Remove(dir.Path))
	}
	return path, err
}
