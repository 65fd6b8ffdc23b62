//go:build !headless

package main

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"

	"dendro/backend/desktop"
	"dendro/backend/library"
	"dendro/backend/resume"
	"dendro/backend/settings"
)

// history is what the window does with the histories beyond reading them,
// which goes through /api/. Sessions are named by id, never by path.
type history interface {
	// ResumeRequest returns what a resume needs to know of a session.
	ResumeRequest(ctx context.Context, session string) (resume.Request, error)
	// SessionPath returns the file of a session.
	SessionPath(ctx context.Context, session string) (string, error)
	// ShowRoot reads one more Claude config directory for this run.
	ShowRoot(dir string) error
	// Rescan looks at every file again.
	Rescan()
	// Stop ends the reading that runs.
	Stop()
	// ClearCache removes what is kept for the next start.
	ClearCache() error
	// ExportName returns a name for the file of a document.
	ExportName(r library.ExportRequest) (string, error)
	// Export makes a document.
	Export(ctx context.Context, r library.ExportRequest) ([]byte, error)
	// SaveExport writes a document, outside of every history.
	SaveExport(path string, text []byte) error
}

// shell is the part of the Wails runtime that bound methods use. It is an
// interface so that they can be tested without a window.
type shell interface {
	ShowWindow()
	OpenBrowser(url string)
	SetClipboard(text string) error
	ChooseDirectory(title string) (string, error)
	ChooseSaveFile(title, name string) (string, error)
}

// App is bound to the window: what its methods do, any script in the page can
// do, and the page shows hostile text. So they take ids and never paths, run
// no shell, and each recovers its panics.
type App struct {
	ctx      context.Context
	log      *slog.Logger
	history  history
	launcher *resume.Launcher
	settings *settings.Store
	shell    shell
	notifier notifier
	reveal   func(ctx context.Context, path string) error
	shown    sync.Once
	exported exported
}

// ResumePlan says what Resume would run, or why the session cannot be resumed.
func (a *App) ResumePlan(session string, fork bool) (resume.Plan, error) {
	return guard(a.log, "ResumePlan", func() (resume.Plan, error) {
		return a.plan(session, fork, "")
	})
}

// Resume starts the session's command in a terminal, the configured one where
// terminal is empty, and returns the plan that it carried out.
func (a *App) Resume(session string, fork bool, terminal string) (resume.Plan, error) {
	return guard(a.log, "Resume", func() (resume.Plan, error) {
		plan, err := a.plan(session, fork, terminal)
		if err != nil {
			return resume.Plan{}, err
		}
		return plan, a.launcher.Start(a.ctx, plan)
	})
}

// plan asks the history for the session and the settings for the terminal.
func (a *App) plan(session string, fork bool, terminal string) (resume.Plan, error) {
	request, err := a.history.ResumeRequest(a.ctx, session)
	if err != nil {
		return resume.Plan{}, err
	}
	preferences := a.settings.Get()
	request.Fork = fork
	request.Terminal = preferences.Terminal
	request.Custom = preferences.CustomTerminal
	if terminal != "" {
		request.Terminal = terminal
	}
	if err := a.checkTerminal(request.Terminal); err != nil {
		return resume.Plan{}, err
	}
	return a.launcher.Plan(a.ctx, request), nil
}

// checkTerminal lets through the terminals that Dendro knows, and the one in the
// settings file: there a person may name any program; the page may not.
func (a *App) checkTerminal(terminal string) error {
	if terminal == "" || terminal == a.settings.Get().Terminal {
		return nil
	}
	known := a.launcher.Plan(a.ctx, resume.Request{Custom: a.settings.Get().CustomTerminal}).Terminals
	if !slices.ContainsFunc(known, func(t resume.TerminalInfo) bool { return t.ID == terminal }) {
		return fmt.Errorf("%q is not a terminal that Dendro knows", terminal)
	}
	return nil
}

// CopyText puts text on the clipboard.
func (a *App) CopyText(text string) error {
	return guardErr(a.log, "CopyText", func() error { return a.shell.SetClipboard(text) })
}

// OpenURL opens an http, https or mailto link in the system's browser.
func (a *App) OpenURL(url string) error {
	return guardErr(a.log, "OpenURL", func() error {
		safe, err := desktop.BrowsableURL(url)
		if err != nil {
			return err
		}
		a.shell.OpenBrowser(safe)
		return nil
	})
}

// RevealSession shows the session's file in the file manager.
func (a *App) RevealSession(session string) error {
	return guardErr(a.log, "RevealSession", func() error {
		path, err := a.history.SessionPath(a.ctx, session)
		if err != nil {
			return err
		}
		return a.reveal(a.ctx, path)
	})
}

// Settings returns the preferences.
func (a *App) Settings() (settings.Settings, error) {
	return guard(a.log, "Settings", func() (settings.Settings, error) { return a.settings.Get(), nil })
}

// SaveSettings keeps the preferences. The window's place is not the page's to
// say, and neither is a command of the person's own: the page would choose what
// a resume runs.
func (a *App) SaveSettings(wanted settings.Settings) error {
	return guardErr(a.log, "SaveSettings", func() error {
		if err := a.checkTerminal(wanted.Terminal); err != nil {
			return err
		}
		_, err := a.settings.Update(func(s *settings.Settings) {
			wanted.Window, wanted.CustomTerminal = s.Window, s.CustomTerminal
			*s = wanted
		})
		return err
	})
}

// ReadyToNotify reports why no notification would be shown. The system may ask
// the person for leave: it is called where one is wished for.
func (a *App) ReadyToNotify() error {
	return guardErr(a.log, "ReadyToNotify", func() error { return a.notifier.Ready() })
}

// WindowReady says that the page has painted: the window is shown now. Calls
// after the first do nothing.
func (a *App) WindowReady() error {
	return guardErr(a.log, "WindowReady", func() error {
		a.shown.Do(a.shell.ShowWindow)
		return nil
	})
}

// ChooseRoot lets the person pick a Claude config directory, adds it for this
// run and begins to read it. It returns the directory, empty when nothing was picked.
func (a *App) ChooseRoot() (string, error) {
	return guard(a.log, "ChooseRoot", func() (string, error) {
		dir, err := a.shell.ChooseDirectory("Choose a Claude config directory")
		if err != nil || dir == "" {
			return "", err
		}
		return dir, a.history.ShowRoot(dir)
	})
}

// ClearCache removes what is kept of all histories to start faster: the next
// start reads them anew.
func (a *App) ClearCache() error {
	return guardErr(a.log, "ClearCache", a.history.ClearCache)
}

// StopReading ends the reading that runs; Rescan goes on with it.
func (a *App) StopReading() error {
	return guardErr(a.log, "StopReading", func() error {
		a.history.Stop()
		return nil
	})
}

// Rescan begins to read everything again that has changed on disk.
func (a *App) Rescan() error {
	return guardErr(a.log, "Rescan", func() error {
		a.history.Rescan()
		return nil
	})
}
