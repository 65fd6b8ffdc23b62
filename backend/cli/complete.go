package cli

import (
	"github.com/spf13/cobra"

	"dendro/backend/export"
	"dendro/backend/internal/plain"
	"dendro/backend/resume/plan"
)

// offered is the number of sessions that completion offers, newest first.
const offered = 200

// complete registers the completions of each command's arguments and flags.
func (o *options) complete(root *cobra.Command) {
	root.ValidArgsFunction = cobra.NoFileCompletions
	directories := func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
	offer(root, "root", directories)
	words := map[string][]cobra.Completion{
		"color":           {"auto", "always", "never"},
		"format":          export.Formats(),
		"permission-mode": plan.PermissionModes(),
		"without":         {"turn:", "steps:", "steps-before:", "others", "output:", "outputs:10k", "picture:", "pictures"},
		"by":              {"day", "week", "month", "project", "model", "tool", "branch"},
		"in":              {"titles", "prompts", "replies", "thinking", "tools", "results"},
	}
	for _, cmd := range root.Commands() {
		cmd.ValidArgsFunction = cobra.NoFileCompletions
		for name, list := range words {
			offer(cmd, name, cobra.FixedCompletions(list, cobra.ShellCompDirectiveNoFileComp))
		}
		offer(cmd, "terminal", o.completeTerminals)
		offer(cmd, "import", cobra.FixedCompletions([]cobra.Completion{"json"}, cobra.ShellCompDirectiveFilterFileExt))
		for _, name := range []string{"dir", "to"} {
			offer(cmd, name, directories)
		}
		offer(cmd, "entrypoint", cobra.FixedCompletions([]cobra.Completion{"cli", "sdk-cli", "sdk-py", "sdk-ts", "claude-vscode", "claude-desktop"}, cobra.ShellCompDirectiveNoFileComp))
		for _, name := range []string{"since", "until", "columns", "project", "limit", "last", "context", "tip", "turn", "at", "model", "prompt"} {
			offer(cmd, name, cobra.NoFileCompletions)
		}
	}
	for name, most := range map[string]int{"show": 1, "export": 1, "resume": offered, "keep": offered} {
		if cmd, _, err := root.Find([]string{name}); err == nil {
			cmd.ValidArgsFunction = o.completeSessions(most)
		}
	}
	for _, name := range []string{"restore", "drop"} {
		if cmd, _, err := root.Find([]string{name}); err == nil {
			cmd.ValidArgsFunction = o.completeKept
		}
	}
}

// offer completes a flag if the command has it.
func offer(cmd *cobra.Command, flag string, with cobra.CompletionFunc) {
	if cmd.Flag(flag) != nil {
		_ = cmd.RegisterFlagCompletionFunc(flag, with) // fails if it is already registered
	}
}

func (o *options) completeTerminals(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var names []cobra.Completion
	for _, t := range o.env.Launcher.Terminals(nil) {
		names = append(names, t.ID)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// completeSessions offers the newest sessions by id prefix, as many as a command accepts. A
// shell inserts them verbatim, so file names that look like commands are left out.
func (o *options) completeSessions(most int) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) >= most {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		lib, err := o.open(cmd.Context())
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		var list []cobra.Completion
		for _, chat := range lib.Chats() {
			for _, s := range chat.Sessions {
				if id := short(s.ID); len(list) < offered && linkSession.MatchString(id) {
					list = append(list, cobra.CompletionWithDesc(id, plain.Cut(plain.Line(s.Name), 60)))
				}
			}
		}
		return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}
}

// completeKept offers the sessions of the archive.
func (o *options) completeKept(cmd *cobra.Command, _ []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	kept, err := o.keeper().Archive().Sessions(cmd.Context())
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	var list []cobra.Completion
	for _, s := range kept[:min(offered, len(kept))] {
		if id := short(s.ID); linkSession.MatchString(id) {
			list = append(list, cobra.CompletionWithDesc(id, plain.Cut(plain.Line(s.Title), 60)))
		}
	}
	return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}
