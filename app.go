package main

import "dendro/backend/window"

// App is bound to the page, beside the objects of [window]: any script in the page can call
// its methods, see there.
type App struct{ w *window.Window }

// guard is deferred by every method, see [window.Guard].
func (a *App) guard(method string, err *error) func() {
	return window.Guard(a.w.Log, method, a.w.Language, err)
}

// CopyText copies text to the clipboard.
func (a *App) CopyText(text string) (err error) {
	defer a.guard("CopyText", &err)()
	return a.w.Shell.SetClipboard(text)
}

// OpenURL opens an http, https or mailto link in the system's browser.
func (a *App) OpenURL(url string) (err error) {
	defer a.guard("OpenURL", &err)()
	return a.w.Shell.OpenBrowser(url)
}

// ReadyToNotify returns an error if notifications cannot be shown. The system may ask the
// user for permission: call it when the user enables notifications.
func (a *App) ReadyToNotify() (err error) {
	defer a.guard("ReadyToNotify", &err)()
	return a.w.Notifier.Ready()
}

// WindowReady reports that the page has painted: the window is shown now.
func (a *App) WindowReady() (err error) {
	defer a.guard("WindowReady", &err)()
	a.w.Shell.ShowWindow()
	return nil
}
