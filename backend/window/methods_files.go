package window

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"

	"dendro/backend/message"
	"dendro/backend/session"
)

// FileMethods show, open and write files. The user chooses where to write.
type FileMethods struct {
	*methods
	edit func(ctx context.Context, path string, line int) error
	// editDir and openDir open a directory in the editor, and in the file manager.
	editDir, openDir func(ctx context.Context, dir string) error
	// edits is set when the user has agreed that files are opened.
	edits atomic.Bool
	// exported is the path of the last exported document: the page reveals it without
	// knowing the path.
	exported atomic.Pointer[string]
	// folder is where ExportToFolder writes.
	folder atomic.Pointer[string]
}

// RevealSession shows the session's file in the file manager.
func (m *FileMethods) RevealSession(session string) (err error) {
	defer m.guard("RevealSession", &err)()
	if err := m.linked(); err != nil {
		return err
	}
	path, err := m.history.Library.Names.SessionPath(m.ctx, session)
	if err != nil {
		return err
	}
	return m.reveal(m.ctx, path)
}

// OpenFile opens the file that a call names in the system's text editor, or with a word the
// file that this word of a text names, at its line. The user is asked the first time, and for
// every file outside of the session's directory. It returns false if the user does not agree.
func (m *FileMethods) OpenFile(session, record string, block int, word string) (_ bool, err error) {
	defer m.guard("OpenFile", &err)()
	file, err := m.fileOf(session, record, block, word)
	if err != nil {
		return false, err
	}
	if ok, err := m.agreed(file.Path, file.Inside && m.edits.Load()); err != nil || !ok {
		return false, err
	}
	return true, m.edit(m.ctx, file.Path, file.Line)
}

// OpenProject opens the directory of the project that lists a chat, in the user's editor or in
// the file manager. It returns false if the user does not agree: before the first file or
// directory of a history is edited, they are asked.
func (m *FileMethods) OpenProject(chat string, inEditor bool) (_ bool, err error) {
	defer m.guard("OpenProject", &err)()
	if err := m.linked(); err != nil {
		return false, err
	}
	c, err := session.ChatIn(m.history.Library.Catalog.Snapshot(), chat)
	if err != nil {
		return false, err
	}
	dir := c.ListedIn()
	if !inEditor {
		return true, m.openDir(m.ctx, dir)
	}
	if ok, err := m.agreed(dir, m.edits.Load()); err != nil || !ok {
		return false, err
	}
	return true, m.editDir(m.ctx, dir)
}

// agreed asks the user whether a path of a history is opened, unless it is known that they agree.
func (m *FileMethods) agreed(path string, known bool) (bool, error) {
	if known {
		return true, nil
	}
	question := message.New("ask_open_file", "path", path)
	if ok, err := m.shell.Confirm(question.In(m.language())); err != nil || !ok {
		return false, err
	}
	m.edits.Store(true)
	return true, nil
}

func (m *FileMethods) fileOf(id, record string, block int, word string) (session.NamedFile, error) {
	records := m.history.Library.Records
	if word == "" {
		return records.FileNamed(m.ctx, id, record, block)
	}
	return records.FileInText(m.ctx, id, record, block, word)
}

// Export lets the user choose a file and writes a document to it. The page chooses what to
// export, never the path.
func (m *FileMethods) Export(request session.ExportRequest) (_ Exported, err error) {
	defer m.guard("Export", &err)()
	name, err := m.history.Library.Exporter.ExportName(request)
	if err != nil {
		return Exported{}, err
	}
	path, err := m.shell.ChooseSaveFile(message.New("choose_export").In(m.language()), name)
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
	return m.export(request, path)
}

func (m *FileMethods) export(request session.ExportRequest, path string) (Exported, error) {
	text, err := m.history.Library.Exporter.Export(m.ctx, request)
	if err != nil {
		return Exported{}, err
	}
	done, err := m.save(path, text)
	if err == nil {
		m.exported.Store(&path)
	}
	return done, err
}

// ChooseExportFolder lets the user choose the directory for ExportToFolder. It returns the
// directory for display, or "" if the dialog is cancelled.
func (m *FileMethods) ChooseExportFolder() (_ string, err error) {
	defer m.guard("ChooseExportFolder", &err)()
	dir, err := m.shell.ChooseDirectory(message.New("choose_export").In(m.language()))
	if err == nil && dir != "" {
		m.folder.Store(&dir)
	}
	return dir, err
}

// ExportToFolder writes a document to the directory that was chosen last. It replaces no file:
// a name that is taken gets a number.
func (m *FileMethods) ExportToFolder(request session.ExportRequest) (_ Exported, err error) {
	defer m.guard("ExportToFolder", &err)()
	name, err := m.history.Library.Exporter.ExportName(request)
	if err != nil {
		return Exported{}, err
	}
	dir := m.folder.Load()
	if dir == nil {
		return Exported{}, message.New("nothing_exported").Error(nil)
	}
	path := filepath.Join(*dir, name)
	for n := 2; ; n++ {
		if _, err := os.Lstat(path); err != nil {
			return m.export(request, path)
		}
		ext := filepath.Ext(name)
		path = filepath.Join(*dir, fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, ext), n, ext))
	}
}

// RevealExport shows the last exported document in the file manager.
func (m *FileMethods) RevealExport() (err error) {
	defer m.guard("RevealExport", &err)()
	path := m.exported.Load()
	if path == nil {
		return message.New("nothing_exported").Error(nil)
	}
	return m.reveal(m.ctx, *path)
}

// SaveFileAt lets the user choose a file outside of the project, and writes a file to it as it
// was at a moment of a turn: "before" or "after" it. It returns the name of the chosen file, or
// "" if the dialog is cancelled.
func (m *FileMethods) SaveFileAt(id, tip, record, path, moment string) (_ string, err error) {
	defer m.guard("SaveFileAt", &err)()
	text, existed, err := m.history.Library.Checkpoints.FileText(m.ctx, id, tip, record, path, session.Moment(moment))
	if err != nil || !existed {
		return "", cmp.Or(err, session.ErrNotFound)
	}
	return m.saveOutside(id, filepath.Base(filepath.FromSlash(path)), text)
}

// SavePatchAt does the same with a patch that turns the current files into those after the turn.
func (m *FileMethods) SavePatchAt(session, tip, record string) (_ string, err error) {
	defer m.guard("SavePatchAt", &err)()
	patch, err := m.history.Library.Checkpoints.PatchTo(m.ctx, session, tip, record)
	if err != nil {
		return "", err
	}
	return m.saveOutside(session, "dendro.patch", patch)
}

// saveOutside lets the user choose a file outside of a session's project, and writes it.
func (m *FileMethods) saveOutside(session, name string, text []byte) (string, error) {
	chosen, err := m.shell.ChooseSaveFile(message.New("choose_files").In(m.language()), name)
	if err != nil || chosen == "" {
		return "", err
	}
	if err := m.history.Library.Checkpoints.OutsideOf(m.ctx, session, filepath.Dir(chosen)); err != nil {
		return "", err
	}
	saved, err := m.save(chosen, text)
	return saved.File, err
}

// SaveFilesAt lets the user choose a directory outside of the project, and writes all files of
// a branch to it as they were after a turn. Files is -1 if the dialog is cancelled.
func (m *FileMethods) SaveFilesAt(id, tip, record string) (_ session.SavedFiles, err error) {
	defer m.guard("SaveFilesAt", &err)()
	dir, err := m.shell.ChooseDirectory(message.New("choose_files").In(m.language()))
	if err != nil || dir == "" {
		return session.SavedFiles{Files: -1, Skipped: []string{}}, err
	}
	return m.history.Library.Checkpoints.SaveFilesAt(m.ctx, id, tip, record, dir)
}
