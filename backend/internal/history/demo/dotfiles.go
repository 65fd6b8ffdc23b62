package demo

import (
	"time"

	"dendro/backend/internal/history"
)

const promptZsh = `autoload -Uz vcs_info
precmd() { vcs_info }
zstyle ':vcs_info:git:*' formats ' %b'
zstyle ':vcs_info:*' enable git
setopt PROMPT_SUBST
PROMPT='%F{blue}%~%f$vcs_info_msg_0_ %# '
`

// dotfiles is on an old laptop with an old version: every resume makes a new file,
// subagents are in the session's own file, and /clear shares one record.
func dotfiles(h *history.Home) {
	staleBranch(h)
	templ(h)
}

func staleBranch(h *history.Home) {
	h.Set(at(2, 19, 10))
	s := h.Session(history.Options{Env: env(dotfilesDir, "main", "1.0.71")})
	s.LocalCommand("/status", "", "Claude Code v1.0.71\nModel: sonnet")
	s.Prompt("My zsh prompt shows a stale git branch after `git switch` in another pane. Only there, only sometimes.")
	s.Call(history.Read(dotfilesDir+"/zsh/prompt.zsh", promptZsh))
	s.Reply(md(`
´precmd´ runs before a prompt is drawn, and only then. In the other pane nothing is drawn until you press Enter, so it keeps showing what was true when it last asked.

It isn't stale *sometimes*; you only look *sometimes*.`))
	s.Prompt("Ha. Is there a cheap way to make it ask again?")
	s.Call(history.Call{Name: "Grep", Input: history.O("pattern", "TMOUT|TRAPALRM", "path", dotfilesDir), Result: "No files found", Detail: history.O("mode", "files_with_matches", "filenames", []string{}, "numFiles", 0)})
	s.Reply("`TMOUT` with `TRAPALRM` redraws every n seconds, but that wakes every shell you have open. A `chpwd`-like hook across panes doesn't exist; tmux has one: `after-select-pane`.")

	h.Set(at(3, 18, 40))
	s2 := s.Fork(history.Copying{Form: history.R1, Title: "zsh prompt shows stale git branch"})
	s2.Prompt("tmux it is. Redraw the prompt when I come back to a pane.")
	edit, _ := history.Edit(dotfilesDir+"/tmux.conf", "set -g mouse on\nset -g focus-events on\n", "set -g focus-events on\n", "set -g focus-events on\nset-hook -g pane-focus-in \"send-keys -t '#{pane_id}' ''\"\n")
	s2.Call(edit)
	s2.Reply("`focus-events` was on already. The hook sends an empty key to the pane that gets the focus.")
	s2.Prompt("An empty key does nothing, the prompt stays as it is.")
	s2.Reply("You're right, zsh only redraws on a signal or a widget. `kill -WINCH` on the pane's shell does it: zsh redraws the prompt on a resize, and doesn't mind that nothing was resized.")

	h.Set(at(5, 20, 15))
	s3 := s2.Resume("")
	s3.Prompt("WINCH works, but vim flickers when I come back to it. Can you find out how others solved that?")
	s3.Agent(history.AgentSpec{Description: "Search tmux hooks", Prompt: "Find out how people redraw only shells, not full-screen programs, from a tmux focus hook. Look into dotfiles on this machine first."}, func(a *history.Agent) {
		a.Call(history.Call{
			Name: "Bash", Input: history.O("command", "man tmux | grep -n alternate_on", "description", "Look for the format"), Result: "3127:     alternate_on                   1 if pane is in alternate screen",
			Detail: history.O("stdout", "3127:     alternate_on                   1 if pane is in alternate screen", "stderr", "", "interrupted", false, "isImage", false),
		})
		a.Reply("tmux knows whether a pane shows a full-screen program: the format `#{alternate_on}`. Run the hook only when it is 0.")
	})
	s3.Reply("tmux knows it: `#{alternate_on}` is 1 in vim and 0 in a shell. So: `if -F '#{alternate_on}' '' 'run-shell \"kill -WINCH #{pane_pid}\"'`. No flicker, one line.")

	h.Set(at(9, 8, 5))
	s4 := s3.Resume("")
	s4.Prompt("Perfect since Thursday. Write down why it is there, I will have forgotten by Christmas.")
	s4.Call(history.Bash("git commit -qam 'tmux: redraw the prompt on focus, not in full-screen programs' && git log --oneline -1", "Commit", "a90b1c4 tmux: redraw the prompt on focus, not in full-screen programs", 0, 200*time.Millisecond))
	s4.Reply("The comment above the hook says what, the commit says why, and both mention vim.")
	s4.Summary("zsh prompt shows stale git branch", s4.Leaf())

	s4.LocalCommand("/cost", "", "Total cost: $0.41")
	next := s4.Clear()
	next.Prompt("What does `setopt PROMPT_SUBST` cost me?")
	next.Reply("An expansion per prompt: microseconds. The `vcs_info` call behind it is what you feel in a big repository.")
}

// templ is a session of 2.0 with agents beside it and a fork that went elsewhere.
func templ(h *history.Home) {
	h.Set(at(8, 17, 30))
	s := h.Session(history.Options{Env: env(dotfilesDir, "main", "2.0.42")})
	s.Warmup()
	s.Prompt("nvim: LSP for templ files. Completion works in Go but not inside `.templ`.")
	s.Thinking("templ has its own language server that wraps gopls. The file type has to be known to nvim first.")
	s.Agent(history.AgentSpec{Type: "Explore", Description: "Find the LSP setup", Prompt: "Where does this nvim configuration start language servers, and which file types does it know?"}, func(a *history.Agent) {
		a.Call(history.Glob("nvim/**/*.lua", "nvim/init.lua", "nvim/lua/lsp.lua"))
		a.Call(history.Read(dotfilesDir+"/nvim/lua/lsp.lua", "vim.lsp.enable({ 'gopls', 'lua_ls' })\n"))
		a.Reply("`nvim/lua/lsp.lua:1` enables gopls and lua_ls. No file type is added anywhere, so `.templ` has none.")
	})
	s.Reply(md(`
Two things are missing, and each hides the other:

´´´lua
vim.filetype.add({ extension = { templ = 'templ' } })
vim.lsp.enable({ 'gopls', 'lua_ls', 'templ' })
´´´

The ´templ´ server wraps ´gopls´, so completion inside ´{ }´ comes along.`))
	fork := s.Last()
	s.Prompt("It works, but formatting on save fights with gofmt.")
	s.Reply("Both answer the same event. Give `templ` files to the templ server alone: `filter = function(c) return c.name == 'templ' end` in the format call.")

	h.Set(at(9, 21, 0))
	f := s.Fork(history.Copying{Form: history.F1, At: fork, Env: newer("2.0.42")})
	f.Prompt("Different question from the same place: can tree-sitter highlight the Go inside templ?")
	f.Call(history.WebFetch("https://example.com/tree-sitter-templ", "Does the grammar inject Go?", "The grammar injects Go into expressions and CSS and JavaScript into style and script elements."))
	f.Reply("Yes: the templ grammar *injects* Go into expressions, and CSS and JavaScript where they stand. `:TSInstall templ` is all; the injections come with it.")
}
