package window

import (
	"cmp"
	"path/filepath"

	"dendro/backend/archive"
	"dendro/backend/message"
)

// ArchiveMethods keep sessions, and restore and drop kept ones.
type ArchiveMethods struct{ *methods }

// Archive returns the state of the archive.
func (m *ArchiveMethods) Archive() (_ Archived, err error) {
	defer m.guard("Archive", &err)()
	state, err := m.history.Archive(m.ctx)
	state.Problem = message.From(state.Failed).In(m.language())
	return state, err
}

// PlanArchive returns what would be done with chats: keep copies them into the archive, restore
// puts those that are only there back where Claude Code finds them, drop removes them.
func (m *ArchiveMethods) PlanArchive(kind PlanKind, chats []string) (_ *Plan, err error) {
	defer m.guard("PlanArchive", &err)()
	if err := m.linked(); err != nil {
		return nil, err
	}
	return m.history.PlanArchive(m.ctx, kind, chats)
}

// RunArchive carries out the last plan, and nothing else: the page shows the plan and asks
// the user.
func (m *ArchiveMethods) RunArchive(token string) (_ Keeping, err error) {
	defer m.guard("RunArchive", &err)()
	return m.kept(m.history.RunArchive(m.ctx, token))
}

// KeepLost archives a session that was deleted while it is open in the
func (m *ArchiveMethods) KeepLost(session string) (_ Keeping, err error) {
	defer m.guard("KeepLost", &err)()
	return m.kept(m.history.KeepLost(m.ctx, session))
}

// OpenArchive shows the directory of the archive in the file manager.
func (m *ArchiveMethods) OpenArchive() (err error) {
	defer m.guard("OpenArchive", &err)()
	return m.reveal(m.ctx, filepath.Join(m.history.ArchiveDir(), archive.Readme))
}

// kept returns a result in the window's language. If nothing could be done, it is an error.
func (m *ArchiveMethods) kept(done Keeping, err error) (Keeping, error) {
	if err != nil || done.Sessions == 0 && done.Failed != nil {
		return Keeping{}, cmp.Or(err, done.Failed)
	}
	done.Problem = message.From(done.Failed).In(m.language())
	return done, nil
}
