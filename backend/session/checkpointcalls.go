package session

import (
	"context"
	"encoding/json"
	"strings"

	"dendro/backend/message"
	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// fileEdits are the edits of a file by the calls of a turn, in order.
type fileEdits struct {
	path     string // as the first of them names it
	original copied // the file before them, as the result of the first one has it
	calls    []fileEdit
}

// fileEdit is the input of a call that writes a file, of any of the tools.
type fileEdit struct {
	tool     string
	Path     string `json:"file_path"`
	Notebook string `json:"notebook_path"`
	Content  string `json:"content"`
	Edits    []replacement
	replacement
}

type replacement struct {
	Old string `json:"old_string"`
	New string `json:"new_string"`
	All bool   `json:"replace_all"`
}

// edits returns the edits by the calls of a turn and of its agents that succeeded, by the key
// of the file.
func (l *Checkpoints) edits(ctx context.Context, t *Thread, at *FilesAt) (map[string]*fileEdits, error) {
	from, to := 0, t.Rows.Len()
	if turns := t.Rows.Turns(); at.Turn < len(turns) {
		to = turns[at.Turn].Row
	}
	if at.Turn > 0 {
		from = t.Rows.Turns()[at.Turn-1].Row
	}
	rows, err := t.PageBy(ctx, from, to-from, thread.PageOptions{Nested: true})
	if err != nil {
		return nil, err
	}
	found := map[string]*fileEdits{}
	l.collect(ctx, at, rows, found)
	return found, ctx.Err()
}

func (l *Checkpoints) collect(ctx context.Context, at *FilesAt, rows []thread.Row, found map[string]*fileEdits) {
	for i := range rows {
		row := &rows[i]
		if row.Sidechain != nil {
			l.collect(ctx, at, row.Sidechain.Rows, found)
		}
		call, ok := editOf(row.Tool)
		if !ok {
			continue
		}
		key := at.key(call.Path)
		if found[key] == nil {
			found[key] = &fileEdits{path: call.Path, original: l.original(ctx, at, row)}
		}
		found[key].calls = append(found[key].calls, call)
	}
}

// editOf returns the edit by a call, and false for other calls and failed ones.
func editOf(tool *thread.Tool) (edit fileEdit, ok bool) {
	if tool == nil || tool.Status != thread.StatusOK {
		return edit, false
	}
	switch tool.Name {
	case "Edit", "MultiEdit", "Write", "NotebookEdit":
	default:
		return edit, false
	}
	if json.Unmarshal(tool.Input, &edit) != nil {
		return edit, false
	}
	if edit.tool = tool.Name; edit.Path == "" {
		edit.Path = edit.Notebook
	}
	return edit, edit.Path != ""
}

// original returns the state of a file before a call, from the call's result.
func (l *Checkpoints) original(ctx context.Context, at *FilesAt, row *thread.Row) (state copied) {
	session := at.Session
	if row.Session != "" {
		session = row.Session
	}
	state.unknown = message.New("checkpoint_not_kept").Error(ErrNotFound)
	records := Records{l.threads}
	// A record that cannot be read leaves the state unknown.
	_ = records.record(ctx, session, row.Tool.ResultUUID, func(r *transcript.Record) error {
		switch text := r.ToolUseResult.Get("originalFile"); {
		case len(text) > 0 && text[0] == '"':
			before := text.String()
			state = copied{made: &before}
		case r.ToolUseResult.Get("type").String() == "create":
			state = copied{}
		}
		return nil
	})
	return state
}

// after returns the state that edits make of the one before them.
func (l *Checkpoints) after(ctx context.Context, at *FilesAt, f *FileAt, made *fileEdits) copied {
	unknown := copied{unknown: message.New("checkpoint_not_known", "file", f.Path).Error(ErrNotFound)}
	if made == nil {
		return unknown
	}
	before, _, err := l.read(ctx, at, f, f.before)
	if err != nil {
		before, _, err = l.read(ctx, at, f, made.original)
	}
	text, known := string(before), err == nil
	for _, call := range made.calls {
		text, known = call.apply(text, known)
	}
	if !known {
		return unknown
	}
	return copied{made: &text}
}

// apply returns the text that an edit leaves, and whether that is known.
func (e *fileEdit) apply(text string, known bool) (string, bool) {
	list := []replacement{e.replacement}
	switch e.tool {
	case "Write":
		return e.Content, true
	case "MultiEdit":
		list = e.Edits
	case "NotebookEdit":
		return "", false
	}
	for _, r := range list {
		switch {
		case !known || r.Old != "" && !strings.Contains(text, r.Old):
			return "", false
		case r.Old == "" && text != "":
			return "", false
		case r.Old == "":
			text = r.New
		case r.All:
			text = strings.ReplaceAll(text, r.Old, r.New)
		default:
			text = strings.Replace(text, r.Old, r.New, 1)
		}
	}
	return text, known
}
