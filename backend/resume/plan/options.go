package plan

import (
	"regexp"
	"slices"

	"dendro/backend/message"
)

// PermissionModes are the permission modes that a request may choose. Those that run commands
// without asking are the settings' alone: the page may not choose them.
func PermissionModes() []string { return []string{"default", "acceptEdits", "plan"} }

// modelName is the name of a model, or an alias, as the client takes it: "opus",
// "claude-opus-4-5-20251101", "sonnet[1m]", or that of a cloud.
var modelName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._:/@-]{0,127}(\[1m\])?$`)

// checkOptions returns why the options of a request are not allowed.
func (r *Request) checkOptions() error {
	switch {
	case r.Model != "" && !modelName.MatchString(r.Model):
		return message.New("model_name_invalid", "model", r.Model).Error(nil)
	case r.PermissionMode != "" && !slices.Contains(PermissionModes(), r.PermissionMode):
		return message.New("permission_mode_refused", "mode", r.PermissionMode, "modes", message.List(PermissionModes())).Error(nil)
	case len(r.Prompt) > maxPrompt:
		return message.New("prompt_too_long", "limit", maxPrompt).Error(nil)
	}
	return nil
}

// maxPrompt is how many bytes of a prompt fit into a command line of every system.
const maxPrompt = 8_000

// options returns the options of claude for this time. Of an option that is given twice,
// claude takes the last one.
func (r *Request) options() []string {
	var options []string
	if r.Model != "" {
		options = append(options, "--model", r.Model)
	}
	if r.PermissionMode != "" {
		options = append(options, "--permission-mode", r.PermissionMode)
	}
	return options
}
