package resume

import (
	"path/filepath"
	"slices"
	"strings"
)

// ownVariables are the variables by which a running claude tells its children that
// they are its children. They are there when Dendro itself was started from inside
// Claude Code or from an editor's terminal of it. With CLAUDE_CODE_CHILD_SESSION the
// interactive client writes no transcript at all (measured 2.1.200–2.1.330): what is
// asked and answered then is on no disk. The others make it refuse to start or tell it
// of a session that is not its own.
const ownVariables = "CLAUDE_CODE_CHILD_SESSION CLAUDECODE CLAUDE_CODE_ENTRYPOINT CLAUDE_CODE_SESSION_ID " +
	"CLAUDE_CODE_SSE_PORT CLAUDE_CODE_EXECPATH CLAUDE_CODE_MESSAGING_SOCKET CLAUDE_CODE_MESSAGING_TOKEN " +
	"CLAUDE_CODE_CHILD_NOTES_DIR CLAUDE_CODE_SESSION_ATTENDED CLAUDE_CODE_SESSION_KIND " +
	"CLAUDE_CODE_LAUNCHED_BY_SESSION_IDS CLAUDE_CODE_BRIDGE_SESSION_ID CLAUDE_CODE_HOST_SESSION_ID " +
	"CLAUDE_PID CLAUDE_EFFORT AI_AGENT"

// forget takes the same variables away inside the terminal, in the language of sh:
// servers that open the windows of several terminals keep an environment of their own.
// A running claude sets GIT_EDITOR to true so that git asks nobody; a person's own
// editor stays.
const unsetClaudeEnv = "unset " + ownVariables + `
[ "${GIT_EDITOR-}" != true ] || unset GIT_EDITOR
`

// windowsForget is forget for PowerShell.
const unsetClaudeEnvWindows = `'` + ownVariables + `'.Split(' ') | ForEach-Object { Remove-Item -LiteralPath "Env:$_" -ErrorAction Ignore }
if ($env:GIT_EDITOR -eq 'true') { $env:GIT_EDITOR = $null }
`

// skipsHistory keeps the client from writing a transcript at all. It can be the person's
// own wish: it stays, and the plan says so.
const skipsHistory = "CLAUDE_CODE_SKIP_PROMPT_HISTORY"

// warning says what the environment does to a resumed session, "" for nothing.
func (h *host) warning() string {
	if value, _ := h.getenv(skipsHistory); value == "" || value == "0" || strings.EqualFold(value, "false") {
		return ""
	}
	return skipsHistory + " is set: Claude writes nothing of what follows to disk, and it cannot be resumed or found again"
}

// environ is the environment for a process in dir, or of this one where dir is empty.
func (h *host) environ(dir string) []string {
	own := strings.Fields(ownVariables)
	env := slices.DeleteFunc(slices.Clone(h.sys.Environ()), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return slices.Contains(own, name) || entry == "GIT_EDITOR=true" || dir != "" && name == "PWD"
	})
	if filepath.IsAbs(dir) {
		env = append(env, "PWD="+dir)
	}
	return env
}
