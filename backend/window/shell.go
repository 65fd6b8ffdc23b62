package window

import (
	"context"
	runtimeos "runtime"
	"sync"

	"github.com/wailsapp/wails/v2/pkg/runtime"

	"dendro/backend/message"
)

// Shell is the Wails runtime of a window. Its methods wait until the window exists: the
// page may call them before Wails has reported it.
type Shell struct {
	started chan struct{}
	ctx     context.Context // Wails' own; set before started is closed
	show    func(context.Context)
	shown   sync.Once
	// language returns the language of the dialogs' buttons.
	language func() string
}

func newShell(language func() string) *Shell {
	return &Shell{started: make(chan struct{}), show: runtime.WindowShow, language: language}
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
	answer, err := runtime.MessageDialog(s.wait(), runtime.MessageDialogOptions{
		Type: runtime.QuestionDialog, Title: "Dendro", Message: question,
		Buttons: []string{yes, no}, DefaultButton: first, CancelButton: no,
	})
	return answer == yes, err
}

// ChooseFile lets the user choose a file; "" means that they cancelled.
func (s *Shell) ChooseFile(title string) (string, error) {
	return runtime.OpenFileDialog(s.wait(), runtime.OpenDialogOptions{Title: title})
}

// ChooseSaveFile lets the user choose a file to write, with name as default. It returns ""
// if the dialog is cancelled.
func (s *Shell) ChooseSaveFile(title, name string) (string, error) {
	return runtime.SaveFileDialog(s.wait(), runtime.SaveDialogOptions{
		Title: title, DefaultFilename: name, CanCreateDirectories: true,
	})
}
