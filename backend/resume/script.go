package resume

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
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
	title  string // of the terminal, without control characters, or ""
	config config
	argv   []string
}

// body is the constant part of the script that runs in the terminal. Its arguments are $1
// the directory, $2 the login shell or nothing, $3 the file to create or nothing, $4 the
// terminal's title or nothing, then the command. The command runs in the user's own shell, as
// if typed there, so that start files apply; that shell must not exec the command, or nobody
// restores the terminal afterwards.
// Then a shell stays in the directory: closing at once would hide an error. The traps keep an
// interrupt that ends claude from ending the script.
const body = unsetClaudeEnv + `dir=$1 shell=$2 mark=$3 title=$4
shift 4
[ -z "$mark" ] || true 2>/dev/null >"$mark"
[ -z "$title" ] || printf '\033]0;%s\007' "$title"
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

// args returns the job as the arguments of body.
func (j job) args() []string {
	return append([]string{j.dir, j.shell, j.mark, j.title}, j.withConfig()...)
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

// script returns the script of the job. It removes itself first, which the shell that reads
// it allows, sets the arguments, and runs the body. An argument must not hold a zero byte.
func (j job) script() ([]byte, error) {
	text := []byte("rm -f -- \"$0\"\nset --")
	for _, arg := range j.args() {
		if strings.ContainsRune(arg, 0) {
			return nil, message.New("path_not_plain", "path", printable(arg)).Error(nil)
		}
		text = append(text, ' ')
		text = append(text, quoteInScript(arg)...)
	}
	return append(append(text, '\n'), body...), nil
}

// quoteInScript quotes one argument for sh. Between single quotes it reads every other byte
// as itself.
func quoteInScript(arg string) string {
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}

// windowsBody is body for PowerShell. It receives the job as base64 of JSON.
const windowsBody = unsetClaudeEnvWindows + `$job = [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String('%s')) | ConvertFrom-Json
if ($job.mark) { New-Item -ItemType File -Force -Path $job.mark | Out-Null }
if ($job.title) { $Host.UI.RawUI.WindowTitle = $job.title }
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
		"dir": j.dir, "set": j.config.set, "unset": j.config.unset, "argv": j.argv, "mark": j.mark, "title": j.title,
	})
	script := fmt.Sprintf(windowsBody, base64.StdEncoding.EncodeToString(data))
	utf16le, _ := binary.Append(nil, binary.LittleEndian, utf16.Encode([]rune(script))) // encoding numbers cannot fail
	return []string{"-NoLogo", "-NoExit", "-EncodedCommand", base64.StdEncoding.EncodeToString(utf16le)}
}

// scripts writes the scripts of jobs, each for one start. A terminal gets the path of the
// script as its command: a few plain characters, which it cannot join, split or expand.
type scripts struct {
	disk *disk.Prober // remembers mounts that do not respond; nil: no memory
	now  func() time.Time

	mu        sync.Mutex
	temporary string // the directory for want of a better one; "" before its first use
}

const scriptPrefix, scriptSuffix = "resume-", ".sh"

// keptScript is how long a script is kept that no terminal ran.
const keptScript = 24 * time.Hour

// write writes a script, readable by this user only, and returns the command that runs it. It
// never uses a directory that another user could have prepared.
func (f *scripts) write(dirs []string, j job) (argv []string, err error) {
	text, err := j.script()
	if err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	name := scriptPrefix + rand.Text() + scriptSuffix
	var errs []error
	for _, dir := range append(slices.Clone(dirs), f.temporary) {
		path, err := f.writeIn(dir, name, text)
		if err == nil {
			return []string{"/bin/sh", path}, nil
		}
		errs = append(errs, err)
	}
	return nil, message.New("script_not_written", "cause", errors.Join(errs...)).Error(errors.Join(errs...))
}

// writeIn writes a script into a directory, "" for a new temporary one, and returns its path
// with slashes.
func (f *scripts) writeIn(path, name string, text []byte) (string, error) {
	made := path == ""
	if made {
		var err error
		if path, err = os.MkdirTemp("", "dendro-"); err != nil {
			return "", err
		}
	}
	dir := own.Dir{Path: path, Disk: f.disk}
	at := filepath.ToSlash(dir.Sub(name).Path)
	var err error
	if !filepath.IsAbs(path) || !plainly(at) {
		err = message.New("path_not_plain", "path", at).Error(nil)
	} else {
		err = dir.Write(name, text)
	}
	switch {
	case err == nil && made:
		f.temporary = path
	case err == nil:
		f.sweep(dir, name)
	case made:
		err = errors.Join(err, os.Remove(path))
	}
	return at, err
}

// sweep removes the scripts that no terminal has run, but for a new one.
func (f *scripts) sweep(dir own.Dir, fresh string) {
	root, err := dir.Open()
	if err != nil {
		return
	}
	defer root.Close()
	entries, _ := disk.ListIn(root, ".")
	for _, e := range entries {
		if name := e.Name(); name != fresh && strings.HasPrefix(name, scriptPrefix) && strings.HasSuffix(name, scriptSuffix) {
			if info, err := e.Info(); err == nil && f.now().Sub(info.ModTime()) > keptScript {
				_ = root.Remove(name) // the next start tries again
			}
		}
	}
}
