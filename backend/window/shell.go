package window

import (
	"context"
	"sync"

	"github.com/wailsapp/wails/v2/pkg/runtime"
)

// Shell is the Wails runtime behind a window. Its methods wait until the window
// exists: the page may call them before Wails has said so.
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

// ShowWindow shows the window that starts hidden. Calls after the first do
// nothing: they would put it in front of others.
func (s *Shell) ShowWindow() {
	ctx := s.wait()
	s.shown.Do(func() { s.show(ctx) })
}

// OpenBrowser opens an address in the system's browser.
func (s *Shell) OpenBrowser(url string) { runtime.BrowserOpenURL(s.wait(), url) }

// SetClipboard puts text on the clipboard.
func (s *Shell) SetClipboard(text string) error {
	return runtime.ClipboardSetText(s.wait(), text)
}

// ChooseDirectory lets the person pick a directory; "" where they picked none.
func (s *Shell) ChooseDirectory(title string) (string, error) {
	return runtime.OpenDirectoryDialog(s.wait(), runtime.OpenDialogOptions{Title: title, ShowHiddenFiles: true})
}

// Confirm asks the person a question that the page cannot answer.
func (s *Shell) Confirm(question string) (bool, error) { return s.ask(question, "No") }

// ask is Confirm with the answer that stands first, "Yes" or "No".
func (s *Shell) ask(question, first string) (bool, error) {
	answer, err := runtime.MessageDialog(s.wait(), runtime.MessageDialogOptions{
		Type: runtime.QuestionDialog, Title: "Dendro", Message: question,
		Buttons: []string{"Yes", "No"}, DefaultButton: first, CancelButton: "No",
	})
	return answer == "Yes", err
}

// ChooseSaveFile lets the person pick where a file is written, at first under
// name; "" where they picked nothing.
func (s *Shell) ChooseSaveFile(title, name string) (string, error) {
	return runtime.SaveFileDialog(s.wait(), runtime.SaveDialogOptions{
		Title: title, DefaultFilename: name, CanCreateDirectories: true,
	})
}
