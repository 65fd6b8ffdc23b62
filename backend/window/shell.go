package window

import (
	"context"
	"sync"

	"github.com/wailsapp/wails/v2/pkg/runtime"
)

// Shell is the Wails runtime of a window. Its methods wait until the window exists: the
// page may call them before Wails has reported it.
type Shell struct {
	started chan struct{}
	ctx     context.Context // Wails' own; set before started is closed
	show    func(context.Context)
	shown   sync.Once
}

func newShell() *Shell { return &Shell{started: make(chan struct{}), show: runtime.WindowShow} }

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
	s.shown.Do(func() { s.show(ctx) })
}

// OpenBrowser opens an address in the system's browser.
func (s *Shell) OpenBrowser(url string) { runtime.BrowserOpenURL(s.wait(), url) }

// SetClipboard copies text to the clipboard.
func (s *Shell) SetClipboard(text string) error {
	return runtime.ClipboardSetText(s.wait(), text)
}

// ChooseDirectory lets the user choose a directory. It returns "" if the dialog is
// cancelled.
func (s *Shell) ChooseDirectory(title string) (string, error) {
	return runtime.OpenDirectoryDialog(s.wait(), runtime.OpenDialogOptions{Title: title, ShowHiddenFiles: true})
}

// Confirm asks the user a question in a native dialog, independent of the page.
func (s *Shell) Confirm(question string) (bool, error) { return s.ask(question, "No") }

// ask is Confirm with a default answer, "Yes" or "No".
func (s *Shell) ask(question, first string) (bool, error) {
	answer, err := runtime.MessageDialog(s.wait(), runtime.MessageDialogOptions{
		Type: runtime.QuestionDialog, Title: "Dendro", Message: question,
		Buttons: []string{"Yes", "No"}, DefaultButton: first, CancelButton: "No",
	})
	return answer == "Yes", err
}

// ChooseSaveFile lets the user choose a file to write, with name as default. It returns ""
// if the dialog is cancelled.
func (s *Shell) ChooseSaveFile(title, name string) (string, error) {
	return runtime.SaveFileDialog(s.wait(), runtime.SaveDialogOptions{
		Title: title, DefaultFilename: name, CanCreateDirectories: true,
	})
}
