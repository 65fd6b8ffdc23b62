package main

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"dendro/backend/archive"
	"dendro/backend/cli"
	"dendro/backend/desktop"
	"dendro/backend/message"
	"dendro/backend/notes"
	"dendro/backend/resume"
	"dendro/backend/resume/plan"
	"dendro/backend/session"
	"dendro/backend/settings"
	"dendro/backend/window"
)

// The bound methods use the following of a window's history: everything beyond reading,
// which goes through /api/. Sessions are named by id, never by path.

// history is the part of [window.History] for its roots and its archive.
type history interface {
	AddOwnRoot(dir string) error
	SetRoot(path, name, color string, hidden bool) error
	ForgetRoot(path string) error
	Rescan()
	ImportNotesFrom(ctx context.Context, path string) (int, error)
	archived
}

// linker is the part of the catalog that a method waits for, and that it stops.
type linker interface {
	Linked(ctx context.Context) error
	Stop()
}

// cleaner is the part of [library.Library] that clears the cache.
type cleaner interface {
	ClearCache() error
}

// names is the part of [session.Names] that finds files.
type names interface {
	SessionPath(ctx context.Context, session string) (string, error)
}

// records is the part of [session.Records] that names files.
type records interface {
	FileNamed(ctx context.Context, session, record string, block int) (session.NamedFile, error)
}

// exporter is the part of [session.Exporter] that makes and saves documents.
type exporter interface {
	ExportName(r session.ExportRequest) (string, error)
	Export(ctx context.Context, r session.ExportRequest) ([]byte, error)
	SaveExport(ctx context.Context, path string, text []byte) error
}

// archived is the part of [window.History] that concerns the archive.
type archived interface {
	Archive(ctx context.Context) (window.Archived, error)
	PlanArchive(ctx context.Context, kind window.PlanKind, chats []string) (*window.Plan, error)
	RunArchive(ctx context.Context, token string) (window.Keeping, error)
	KeepLost(ctx context.Context, session string) (window.Keeping, error)
	ArchiveDir() string
	KeepSoon()
}

// checkpoints is the part of [session.Checkpoints] that reads and saves the files at a turn.
type checkpoints interface {
	FileText(ctx context.Context, session, tip, record, path string, when session.Moment) ([]byte, bool, error)
	SaveFilesAt(ctx context.Context, session, tip, record, dir string) (session.SavedFiles, error)
	PatchTo(ctx context.Context, session, tip, record string) ([]byte, error)
	OutsideOf(ctx context.Context, session, dir string) error
}

// noter is the part of [library.Noter] that changes notes.
type noter interface {
	EditChats(chats []string, edit notes.Edit) error
	EditRecord(ctx context.Context, kind notes.Kind, session, record string, edit notes.Edit) error
	ExportNotes() ([]byte, error)
}

// shell is the part of [window.Shell] that bound methods use. It is an interface so that
// they can be tested without a window.
type shell interface {
	ShowWindow()
	OpenBrowser(url string)
	SetClipboard(text string) error
	ChooseDirectory(title string) (string, error)
	ChooseFile(title string) (string, error)
	ChooseSaveFile(title, name string) (string, error)
	Confirm(question string) (bool, error)
}

// planner decides what to run to continue from a place in a history.
type planner interface {
	Plan(ctx context.Context, request plan.Request, own settings.Settings) (plan.Plan, error)
	Prepare(ctx context.Context, plan *plan.Plan) error
	Start(ctx context.Context, plan plan.Plan) error
}

// parts are the parts of a window's history.
type parts struct {
	history     history
	linker      linker
	cleaner     cleaner
	names       names
	records     records
	exporter    exporter
	noter       noter
	checkpoints checkpoints
}

// App is bound to the window: any script in the page can call its methods, and the page
// shows hostile text. So they take ids and never paths, run no shell, and each recovers its
// panics.
type App struct {
	ctx context.Context
	log *slog.Logger
	parts
	launcher *resume.Launcher
	planner  planner
	settings *settings.Store
	shell    shell
	notifier interface{ Ready() error }
	reveal   func(ctx context.Context, path string) error
	edit     func(ctx context.Context, path string) error
	// edits is set when the user has agreed that files are opened.
	edits atomic.Bool
	// exported is the path of the last exported document: the page reveals it without
	// knowing the path.
	exported atomic.Pointer[string]
	// language returns the window's language, in which every text is returned.
	language func() string
	// place is the last directory that the user chose to continue in.
	place atomic.Pointer[string]
}

// newApp returns the object bound to a window, until ctx ends.
func newApp(ctx context.Context, w *window.Window, launcher *resume.Launcher) *App {
	a := &App{
		ctx:      ctx,
		log:      w.Log,
		launcher: launcher,
		settings: w.Settings,
		shell:    w.Shell,
		notifier: w.Notifier,
		reveal:   desktop.Reveal,
		edit:     desktop.Edit,
		language: w.Language,
	}
	if w.History != nil { // nil while the bindings are written
		lib := w.History.Library
		a.parts = parts{
			history: w.History, linker: lib.Catalog, cleaner: lib, names: lib.Names, records: lib.Records,
			exporter: lib.Exporter, noter: lib.Noter, checkpoints: lib.Checkpoints,
		}
		a.planner = &plan.Planner{
			Library: lib, Launcher: launcher, Chains: session.ChainDir(cli.CacheDir()), Log: plan.OwnLog(time.Now, w.History.Disk),
			Warn: func(problem error) { w.Log.Warn(problem.Error()) },
		}
	}
	return a
}

// guard is deferred by every method that the page may call, see [window.Guard].
func (a *App) guard(method string, err *error) func() {
	return window.Guard(a.log, method, a.language, err)
}

// ResumePlan returns what Resume would run, or why it cannot.
func (a *App) ResumePlan(request plan.Request) (_ plan.Plan, err error) {
	defer a.guard("ResumePlan", &err)()
	p, err := a.plan(request)
	return p.In(a.language()), err
}

// Resume starts the command in the requested or the configured terminal, and returns the
// plan.
func (a *App) Resume(request plan.Request) (_ plan.Plan, err error) {
	defer a.guard("Resume", &err)()
	p, err := a.plan(request)
	if err != nil {
		return p, err
	}
	return p.In(a.language()), a.planner.Start(a.ctx, p)
}

// PrepareResume writes the files that the plan's command needs, so that it can be pasted.
func (a *App) PrepareResume(request plan.Request) (_ plan.Plan, err error) {
	defer a.guard("PrepareResume", &err)()
	p, err := a.plan(request)
	if err != nil {
		return p, err
	}
	err = a.planner.Prepare(a.ctx, &p)
	return p.In(a.language()), err
}

// Terminals returns the terminals that this system may have, installed ones first.
func (a *App) Terminals() (_ []resume.TerminalInfo, err error) {
	defer a.guard("Terminals", &err)()
	return resume.TerminalsIn(a.launcher.Terminals(a.settings.Get().CustomTerminal), a.language()), nil
}

// OpenTerminal opens a terminal in the directory of a session.
func (a *App) OpenTerminal(session string) (err error) {
	defer a.guard("OpenTerminal", &err)()
	p, err := a.plan(plan.Request{Session: session})
	if err != nil {
		return err
	}
	return a.launcher.OpenShell(a.ctx, p.Request())
}

// ChoosePlace lets the user choose a directory to continue in: the directory "chosen" of
// later requests. It returns the directory for display, or "" if the dialog is cancelled.
func (a *App) ChoosePlace() (_ string, err error) {
	defer a.guard("ChoosePlace", &err)()
	dir, err := a.shell.ChooseDirectory(message.New("choose_directory").In(a.language()))
	if err == nil && dir != "" {
		a.place.Store(&dir)
	}
	return dir, err
}

// plan plans a request with the user's settings.
func (a *App) plan(request plan.Request) (plan.Plan, error) {
	if err := a.checkTerminal(request.Terminal); err != nil {
		return plan.Plan{}, err
	}
	if place := a.place.Load(); place != nil {
		request.Chosen = *place
	}
	if err := a.linker.Linked(a.ctx); err != nil {
		return plan.Plan{}, err
	}
	return a.planner.Plan(a.ctx, request, a.settings.Get())
}

// checkTerminal accepts the terminals that Dendro knows, and the one in the settings file.
// The user may set any program there, but the page may not.
func (a *App) checkTerminal(terminal string) error {
	if terminal == "" || terminal == a.settings.Get().Terminal {
		return nil
	}
	known := a.launcher.Terminals(a.settings.Get().CustomTerminal)
	if !slices.ContainsFunc(known, func(t resume.TerminalInfo) bool { return t.ID == terminal }) {
		return message.New("terminal_unknown", "terminal", terminal).Error(nil)
	}
	return nil
}

// CopyText copies text to the clipboard.
func (a *App) CopyText(text string) (err error) {
	defer a.guard("CopyText", &err)()
	return a.shell.SetClipboard(text)
}

// OpenURL opens an http, https or mailto link in the system's browser.
func (a *App) OpenURL(url string) (err error) {
	defer a.guard("OpenURL", &err)()
	safe, err := desktop.BrowsableURL(url)
	if err != nil {
		return err
	}
	a.shell.OpenBrowser(safe)
	return nil
}

// RevealSession shows the session's file in the file manager.
func (a *App) RevealSession(session string) (err error) {
	defer a.guard("RevealSession", &err)()
	if err := a.linker.Linked(a.ctx); err != nil {
		return err
	}
	path, err := a.names.SessionPath(a.ctx, session)
	if err != nil {
		return err
	}
	return a.reveal(a.ctx, path)
}

// OpenFile opens the file that a call names in the system's text editor. The user is asked
// the first time, and for every file outside of the session's directory. It returns false if
// the user does not agree.
func (a *App) OpenFile(session, record string, block int) (_ bool, err error) {
	defer a.guard("OpenFile", &err)()
	file, err := a.records.FileNamed(a.ctx, session, record, block)
	if err != nil {
		return false, err
	}
	if !file.Inside || !a.edits.Load() {
		question := message.New("ask_open_file", "path", file.Path)
		if ok, err := a.shell.Confirm(question.In(a.language())); err != nil || !ok {
			return false, err
		}
		a.edits.Store(true)
	}
	return true, a.edit(a.ctx, file.Path)
}

// Settings returns the preferences.
func (a *App) Settings() (_ settings.Settings, err error) {
	defer a.guard("Settings", &err)()
	return a.settings.Get(), nil
}

// SaveSettings saves the preferences. It ignores the window's placement and the user's own
// commands: otherwise the page could choose what a resume runs.
func (a *App) SaveSettings(wanted settings.Settings) (err error) {
	defer a.guard("SaveSettings", &err)()
	if err := a.checkTerminal(wanted.Terminal); err != nil {
		return err
	}
	_, err = a.settings.Update(func(s *settings.Settings) {
		wanted.Window, wanted.Roots, wanted.CustomTerminal = s.Window, s.Roots, s.CustomTerminal
		wanted.Client, wanted.ClientFlags, wanted.PathMap = s.Client, s.ClientFlags, s.PathMap
		*s = wanted
	})
	a.history.KeepSoon() // the choice of sessions to archive may have changed
	return err
}

// CheckResuming checks the user's client, its options and the terminal command. It runs
// none of them.
func (a *App) CheckResuming(wanted settings.Settings) (_ resume.CustomCheck, err error) {
	defer a.guard("CheckResuming", &err)()
	return a.launcher.CheckCustom(a.ctx, wanted.Client, wanted.ClientFlags, wanted.CustomTerminal).In(a.language()), nil
}

// SaveResuming saves these and the path map. Since they decide what a resume runs, a native
// dialog asks the user for confirmation; without it nothing changes.
func (a *App) SaveResuming(wanted settings.Settings) (_ settings.Settings, err error) {
	defer a.guard("SaveResuming", &err)()
	own := a.launcher.CheckCustom(a.ctx, wanted.Client, wanted.ClientFlags, wanted.CustomTerminal)
	if err := own.Err(); err != nil {
		return settings.Settings{}, err
	}
	now := a.settings.Get()
	if wanted.Client != now.Client || !slices.Equal(wanted.ClientFlags, now.ClientFlags) || !slices.Equal(wanted.CustomTerminal, now.CustomTerminal) {
		if yes, err := a.shell.Confirm(own.Question.In(a.language())); err != nil || !yes {
			return now, err
		}
	}
	return a.settings.Update(func(s *settings.Settings) {
		s.Client, s.ClientFlags, s.CustomTerminal, s.PathMap = wanted.Client, wanted.ClientFlags, wanted.CustomTerminal, wanted.PathMap
	})
}

// TryTerminal opens a terminal in which nothing happens: a known one, or the saved command.
func (a *App) TryTerminal(terminal string) (_ resume.Opened, err error) {
	defer a.guard("TryTerminal", &err)()
	if err := a.checkTerminal(terminal); err != nil {
		return resume.Opened{}, err
	}
	opened, err := a.launcher.Try(a.ctx, terminal, a.settings.Get().CustomTerminal)
	opened.Terminal = opened.Terminal.Fixed(a.language())
	return opened, err
}

// ReadyToNotify returns an error if notifications cannot be shown. The system may ask the
// user for permission: call it when the user enables notifications.
func (a *App) ReadyToNotify() (err error) {
	defer a.guard("ReadyToNotify", &err)()
	return a.notifier.Ready()
}

// WindowReady reports that the page has painted: the window is shown now.
func (a *App) WindowReady() (err error) {
	defer a.guard("WindowReady", &err)()
	a.shell.ShowWindow()
	return nil
}

// ChooseRoot lets the user choose a Claude config directory, adds it and starts to read it. It
// returns the directory, or "" if the dialog is cancelled.
func (a *App) ChooseRoot() (_ string, err error) {
	defer a.guard("ChooseRoot", &err)()
	dir, err := a.shell.ChooseDirectory(message.New("choose_root").In(a.language()))
	if err != nil || dir == "" {
		return "", err
	}
	return dir, a.history.AddOwnRoot(dir)
}

// SetRoot names a root that is known, gives it a colour, and hides or shows it.
func (a *App) SetRoot(path, name, color string, hidden bool) (err error) {
	defer a.guard("SetRoot", &err)()
	return a.history.SetRoot(path, name, color, hidden)
}

// ForgetRoot removes a root that the user added. Its files stay as they are.
func (a *App) ForgetRoot(path string) (err error) {
	defer a.guard("ForgetRoot", &err)()
	return a.history.ForgetRoot(path)
}

// ClearCache removes the cached data of all histories: the next start reads them again.
func (a *App) ClearCache() (err error) {
	defer a.guard("ClearCache", &err)()
	return errors.Join(a.cleaner.ClearCache(), a.launcher.ForgetClient())
}

// StopReading stops the running read; Rescan continues it.
func (a *App) StopReading() (err error) {
	defer a.guard("StopReading", &err)()
	a.linker.Stop()
	return nil
}

// Rescan starts to read everything that has changed on disk.
func (a *App) Rescan() (err error) {
	defer a.guard("Rescan", &err)()
	a.history.Rescan()
	return nil
}

// Exported is the result of an export.
type Exported struct {
	File  string `json:"file"` // its name without the directory; "" if the dialog was cancelled
	Bytes int    `json:"bytes"`
}

// Export lets the user choose a file and writes a document to it. The page chooses what to
// export, never the path.
func (a *App) Export(request session.ExportRequest) (_ Exported, err error) {
	defer a.guard("Export", &err)()
	name, err := a.exporter.ExportName(request)
	if err != nil {
		return Exported{}, err
	}
	path, err := a.shell.ChooseSaveFile(message.New("choose_export").In(a.language()), name)
	if err != nil || path == "" {
		return Exported{}, err
	}
	if filepath.Ext(path) == "" {
		path += filepath.Ext(name)
		// The dialog has not asked whether to replace this file.
		if _, err := os.Lstat(path); err == nil {
			return Exported{}, message.New("file_exists", "file", filepath.Base(path)).Error(nil)
		}
	}
	text, err := a.exporter.Export(a.ctx, request)
	if err != nil {
		return Exported{}, err
	}
	if err := a.exporter.SaveExport(a.ctx, path, text); err != nil {
		return Exported{}, err
	}
	a.exported.Store(&path)
	return Exported{File: filepath.Base(path), Bytes: len(text)}, nil
}

// RevealExport shows the last exported document in the file manager.
func (a *App) RevealExport() (err error) {
	defer a.guard("RevealExport", &err)()
	path := a.exported.Load()
	if path == nil {
		return message.New("nothing_exported").Error(nil)
	}
	return a.reveal(a.ctx, *path)
}

// NoteChat writes the note on a chat. The star stays as it is.
func (a *App) NoteChat(chat string, note window.Note) (err error) {
	defer a.guard("NoteChat", &err)()
	if err := a.linker.Linked(a.ctx); err != nil {
		return err
	}
	return a.noter.EditChats([]string{chat}, note.Edit())
}

// NoteRecord writes the note on a record of a session.
func (a *App) NoteRecord(session, record string, note window.Note) (err error) {
	defer a.guard("NoteRecord", &err)()
	edit := note.Edit()
	edit.Bookmarked = &note.Keep
	return a.noter.EditRecord(a.ctx, notes.OfRecord, session, record, edit)
}

// NoteBranch writes the note on the branch that begins with a record of a session.
func (a *App) NoteBranch(session, record string, note window.Note) (err error) {
	defer a.guard("NoteBranch", &err)()
	return a.noter.EditRecord(a.ctx, notes.OfBranch, session, record, note.Edit())
}

// StarChats stars chats, or removes their stars.
func (a *App) StarChats(chats []string, star bool) (err error) {
	defer a.guard("StarChats", &err)()
	if err := a.linker.Linked(a.ctx); err != nil {
		return err
	}
	defer a.history.KeepSoon() // a starred chat may be due
	return a.noter.EditChats(chats, notes.Edit{Starred: &star})
}

// ExportNotes lets the user choose a file and writes all notes to it.
func (a *App) ExportNotes() (_ Exported, err error) {
	defer a.guard("ExportNotes", &err)()
	path, err := a.shell.ChooseSaveFile(message.New("choose_export").In(a.language()), "dendro-notes.json")
	if err != nil || path == "" {
		return Exported{}, err
	}
	text, err := a.noter.ExportNotes()
	if err != nil {
		return Exported{}, err
	}
	if err := a.exporter.SaveExport(a.ctx, path, text); err != nil {
		return Exported{}, err
	}
	return Exported{File: filepath.Base(path), Bytes: len(text)}, nil
}

// ImportNotes lets the user choose an exported file and merges it. It returns the number of
// changes, or -1 if the dialog is cancelled.
func (a *App) ImportNotes() (_ int, err error) {
	defer a.guard("ImportNotes", &err)()
	path, err := a.shell.ChooseFile(message.New("choose_notes").In(a.language()))
	if err != nil || path == "" {
		return -1, err
	}
	return a.history.ImportNotesFrom(a.ctx, path)
}

// SaveFileAt lets the user choose a file outside of the project, and writes a file to it as it
// was at a moment of a turn: "before" or "after" it. It returns the name of the chosen file, or
// "" if the dialog is cancelled.
func (a *App) SaveFileAt(id, tip, record, path, moment string) (_ string, err error) {
	defer a.guard("SaveFileAt", &err)()
	text, existed, err := a.checkpoints.FileText(a.ctx, id, tip, record, path, session.Moment(moment))
	if err != nil || !existed {
		return "", cmp.Or(err, session.ErrNotFound)
	}
	return a.saveOutside(id, filepath.Base(filepath.FromSlash(path)), text)
}

// SavePatchAt does the same with a patch that turns the current files into those after the turn.
func (a *App) SavePatchAt(session, tip, record string) (_ string, err error) {
	defer a.guard("SavePatchAt", &err)()
	patch, err := a.checkpoints.PatchTo(a.ctx, session, tip, record)
	if err != nil {
		return "", err
	}
	return a.saveOutside(session, "dendro.patch", patch)
}

// saveOutside lets the user choose a file outside of a session's project, and writes it.
func (a *App) saveOutside(session, name string, text []byte) (string, error) {
	chosen, err := a.shell.ChooseSaveFile(message.New("choose_files").In(a.language()), name)
	if err != nil || chosen == "" {
		return "", err
	}
	if err := a.checkpoints.OutsideOf(a.ctx, session, filepath.Dir(chosen)); err != nil {
		return "", err
	}
	return filepath.Base(chosen), a.exporter.SaveExport(a.ctx, chosen, text)
}

// SaveFilesAt lets the user choose a directory outside of the project, and writes all files of
// a branch to it as they were after a turn. Files is -1 if the dialog is cancelled.
func (a *App) SaveFilesAt(id, tip, record string) (_ session.SavedFiles, err error) {
	defer a.guard("SaveFilesAt", &err)()
	dir, err := a.shell.ChooseDirectory(message.New("choose_files").In(a.language()))
	if err != nil || dir == "" {
		return session.SavedFiles{Files: -1, Skipped: []string{}}, err
	}
	return a.checkpoints.SaveFilesAt(a.ctx, id, tip, record, dir)
}

// Archive returns the state of the archive.
func (a *App) Archive() (_ window.Archived, err error) {
	defer a.guard("Archive", &err)()
	state, err := a.history.Archive(a.ctx)
	state.Problem = message.From(state.Failed).In(a.language())
	return state, err
}

// Kept is the result of a plan for the archive.
type Kept struct {
	Sessions int    `json:"sessions"` // that were kept, restored or dropped
	Before   int    `json:"before"`   // of the kept ones, those that were archived already as they are
	Freed    int64  `json:"freed"`    // bytes that were removed from the disk
	Problem  string `json:"problem"`  // why others could not be; "" if all are
}

// PlanArchive returns what would be done with chats: keep copies them into the archive, restore
// puts those that are only there back where Claude Code finds them, drop removes them.
func (a *App) PlanArchive(kind window.PlanKind, chats []string) (_ *window.Plan, err error) {
	defer a.guard("PlanArchive", &err)()
	if err := a.linker.Linked(a.ctx); err != nil {
		return nil, err
	}
	return a.history.PlanArchive(a.ctx, kind, chats)
}

// RunArchive carries out the last plan, and nothing else: the page shows the plan and asks
// the user.
func (a *App) RunArchive(token string) (_ Kept, err error) {
	defer a.guard("RunArchive", &err)()
	return a.kept(a.history.RunArchive(a.ctx, token))
}

// KeepLost archives a session that was deleted while it is open in the window.
func (a *App) KeepLost(session string) (_ Kept, err error) {
	defer a.guard("KeepLost", &err)()
	return a.kept(a.history.KeepLost(a.ctx, session))
}

// OpenArchive shows the directory of the archive in the file manager.
func (a *App) OpenArchive() (err error) {
	defer a.guard("OpenArchive", &err)()
	return a.reveal(a.ctx, filepath.Join(a.history.ArchiveDir(), archive.Readme))
}

func (a *App) kept(done window.Keeping, err error) (Kept, error) {
	if err != nil || done.Sessions == 0 && done.Failed != nil {
		return Kept{}, cmp.Or(err, done.Failed)
	}
	return Kept{done.Sessions, done.Before, done.Freed, message.From(done.Failed).In(a.language())}, nil
}
