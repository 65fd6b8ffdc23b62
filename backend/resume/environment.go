package resume

import (
	"path/filepath"
	"slices"
	"strings"

	"dendro/backend/message"
)

// ownVariables are the variables that a running claude sets for its children. Dendro
// inherits them if it was started from inside Claude Code or from an editor's terminal of
// it. With CLAUDE_CODE_CHILD_SESSION the interactive client writes no transcript at all
// (measured 2.1.200–2.1.330), so the conversation is lost. The others make the client
// refuse to start, or refer it to another session.
const ownVariables = "CLAUDE_CODE_CHILD_SESSION CLAUDECODE CLAUDE_CODE_ENTRYPOINT CLAUDE_CODE_SESSION_ID " +
	"CLAUDE_CODE_SSE_PORT CLAUDE_CODE_EXECPATH CLAUDE_CODE_MESSAGING_SOCKET CLAUDE_CODE_MESSAGING_TOKEN " +
	"CLAUDE_CODE_CHILD_NOTES_DIR CLAUDE_CODE_SESSION_ATTENDED CLAUDE_CODE_SESSION_KIND " +
	"CLAUDE_CODE_LAUNCHED_BY_SESSION_IDS CLAUDE_CODE_BRIDGE_SESSION_ID CLAUDE_CODE_HOST_SESSION_ID " +
	"CLAUDE_PID CLAUDE_EFFORT AI_AGENT"

// unsetClaudeEnv removes the same variables inside the terminal, as sh code: servers that
// open the windows of several terminals have an environment of their own. A running claude
// sets GIT_EDITOR to true so that git does not ask; a user's own editor stays.
const unsetClaudeEnv = "unset " + ownVariables + `
[ "${GIT_EDITOR-}" != true ] || unset GIT_EDITOR
`

// unsetClaudeEnvWindows is unsetClaudeEnv for PowerShell.
const unsetClaudeEnvWindows = `'` + ownVariables + `'.Split(' ') | ForEach-Object { Remove-Item -LiteralPath "Env:$_" -ErrorAction Ignore }
if ($env:GIT_EDITOR -eq 'true') { $env:GIT_EDITOR = $null }
`

// skipsHistory is the variable that keeps the client from writing a transcript. The user
// may have set it on purpose: it stays, and the plan warns.
const skipsHistory = "CLAUDE_CODE_SKIP_PROMPT_HISTORY"

// warning returns the effect of the environment on a resumed session, or none.
func (h *host) warning() message.Message {
	if value, _ := h.getenv(skipsHistory); value == "" || value == "0" || strings.EqualFold(value, "false") {
		return message.Message{}
	}
	return message.New("history_skipped", "variable", skipsHistory)
}

// environ returns the environment for a process in dir, or of this process if dir is "".
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
