package window

import (
	"context"
	"log/slog"
	"path/filepath"
	"slices"
	"time"

	"dendro/backend/desktop"
	"dendro/backend/message"
	"dendro/backend/resume"
	"dendro/backend/resume/plan"
	"dendro/backend/session"
	"dendro/backend/settings"
)

// methods are the dependencies of the objects bound to the page. Any script in the page can
// call their methods, and the page shows hostile text. So they take ids and never paths, run
// no shell, and each recovers its panics.
type methods struct {
	ctx      context.Context
	log      *slog.Logger
	history  *History // nil while the bindings are written
	settings *settings.Store
	launcher *resume.Launcher
	shell    *Shell
	reveal   func(ctx context.Context, path string) error
	// language returns the window's language, in which every text is returned.
	language func() string
}

// bound returns the objects whose methods the page may call, beside App.
func (w *Window) bound(o Options) []any {
	m := &methods{
		ctx: w.ctx, log: w.Log, history: w.History, settings: w.Settings, launcher: o.Launcher,
		shell: w.Shell, reveal: desktop.Reveal, language: w.Language,
	}
	resuming := &ResumeMethods{methods: m}
	if w.History != nil {
		resuming.planner = &plan.Planner{
			Library: w.History.Library, Launcher: o.Launcher, Chains: session.ChainDir(o.CacheDir), Log: plan.OwnLog(time.Now, w.History.Disk),
			Warn: func(problem error) { w.Log.Warn(problem.Error()) },
		}
	}
	return []any{resuming, &ArchiveMethods{m}, &NoteMethods{m}, &FileMethods{methods: m, edit: desktop.Edit, editDir: desktop.EditDirectory, openDir: desktop.OpenDirectory}, &SettingsMethods{m}}
}

// guard is deferred by every method that the page may call, see [Guard].
func (m *methods) guard(method string, err *error) func() {
	return Guard(m.log, method, m.language, err)
}

// linked waits until the chats are known.
func (m *methods) linked() error { return m.history.Library.Catalog.Linked(m.ctx) }

// Exported is a file that was written where the user chose.
type Exported struct {
	File  string `json:"file"` // its name without the directory; "" if the dialog was cancelled
	Bytes int    `json:"bytes"`
}

// save writes a file that the user chose.
func (m *methods) save(path string, text []byte) (Exported, error) {
	if err := m.history.Library.Exporter.SaveExport(m.ctx, path, text); err != nil {
		return Exported{}, err
	}
	return Exported{File: filepath.Base(path), Bytes: len(text)}, nil
}

// checkTerminal accepts the terminals that Dendro knows, and the one in the settings file.
// The user may set any program there, but the page may not.
func (m *methods) checkTerminal(terminal string) error {
	if terminal == "" || terminal == m.settings.Get().Terminal {
		return nil
	}
	known := m.launcher.Terminals(m.settings.Get().CustomTerminal)
	if !slices.ContainsFunc(known, func(t resume.TerminalInfo) bool { return t.ID == terminal }) {
		return message.New("terminal_unknown", "terminal", terminal).Error(nil)
	}
	return nil
}
