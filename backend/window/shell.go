package window

import (
	"context"
	runtimeos "runtime"
	"sync"

	"github.com/wailsapp/wails/v2/pkg/runtime"

	"dendro/backend/desktop"
	"dendro/backend/message"
)

// Shell is the Wails runtime of a window. Its methods wait until the window exists: the
// page may call them before Wails has reported it.
type Shell struct {
	started  chan struct{}
	ctx      context.Context // Wails' own; set before started is closed
	showOnce sync.Once
	wails    wailsCalls
	// language returns the language of the dialogs' buttons.
	language func() string
}

// wailsCalls are the functions of Wails' runtime that a Shell calls. Tests replace them: the
// runtime ends a process without a window.
type wailsCalls struct {
	show     func(ctx context.Context)
	browse   func(ctx context.Context, url string)
	copyText func(ctx context.Context, text string) error
	openDir  func(ctx context.Context, dialog runtime.OpenDialogOptions) (string, error)
	openFile func(ctx context.Context, dialog runtime.OpenDialogOptions) (string, error)
	saveFile func(ctx context.Context, dialog runtime.SaveDialogOptions) (string, error)
	ask      func(ctx context.Context, dialog runtime.MessageDialogOptions) (string, error)
}

func newShell(language func() string) *Shell {
	return &Shell{started: make(chan struct{}), language: language, wails: wailsCalls{
		show: runtime.WindowShow, browse: runtime.BrowserOpenURL, copyText: runtime.ClipboardSetText,
		openDir: runtime.OpenDirectoryDialog, openFile: runtime.OpenFileDialog, saveFile: runtime.SaveFileDialog, ask: runtime.MessageDialog,
	}}
}

func (s *Shell) start(ctx context.Context) {
	s.ctx = ctx
	close(s.started)
}

func (s *Shell) wait() context.Context {
	<-s.started
	return s.ctx
}

// ShowWindow shows the initially hidden window. Further calls do nothing: they would raise
// it above others.
func (s *Shell) ShowWindow() {
	ctx := s.wait()
	s.showOnce.Do(func() { s.wails.show(ctx) })
}

// OpenBrowser opens an http, https or mailto link in the system's browser.
func (s *Shell) OpenBrowser(url string) error {
	safe, err := desktop.BrowsableURL(url)
	if err == nil {
		s.wails.browse(s.wait(), safe)
	}
	return err
}

// SetClipboard copies text to the clipboard.
func (s *Shell) SetClipboard(text string) error {
	return s.wails.copyText(s.wait(), text)
}

// ChooseDirectory lets the user choose a directory. It returns "" if the dialog is
// cancelled.
func (s *Shell) ChooseDirectory(title string) (string, error) {
	return s.wails.openDir(s.wait(), runtime.OpenDialogOptions{Title: title, ShowHiddenFiles: true})
}

// Confirm asks the user a question in a native dialog, independent of the page.
func (s *Shell) Confirm(question string) (bool, error) { return s.ask(question, false) }

// ask is Confirm with a default answer.
func (s *Shell) ask(question string, byDefault bool) (bool, error) {
	// Wails knows its buttons by these names: Linux and Windows show their own.
	yes, no := "Yes", "No"
	if runtimeos.GOOS == "darwin" {
		yes, no = message.New("answer_yes").In(s.language()), message.New("answer_no").In(s.language())
	}
	first := no
	if byDefault {
		first = yes
	}
	answer, err := s.wails.ask(s.wait(), runtime.MessageDialogOptions{
		Type: runtime.QuestionDialog, Title: "Dendro", Message: question,
		Buttons: []string{yes, no}, DefaultButton: first, CancelButton: no,
	})
	return answer == yes, err
}

// ChooseFile lets the user choose a file; "" means that they cancelled.
func (s *Shell) ChooseFile(title string) (string, error) {
	return s.wails.openFile(s.wait(), runtime.OpenDialogOptions{Title: title})
}

// ChooseSaveFile lets the user choose a file to write, with name as default. It returns ""
// if the dialog is cancelled.
func (s *Shell) ChooseSaveFile(title, name string) (string, error) {
	return s.wails.saveFile(s.wait(), runtime.SaveDialogOptions{
		Title: title, DefaultFilename: name, CanCreateDirectories: true,
	})
}
