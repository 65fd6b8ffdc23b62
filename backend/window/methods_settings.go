package window

import (
	"errors"

	"dendro/backend/message"
	"dendro/backend/settings"
)

// SettingsMethods change the preferences and the roots, and control the reading of histories.
type SettingsMethods struct{ *methods }

// Settings returns the preferences.
func (m *SettingsMethods) Settings() (_ settings.Settings, err error) {
	defer m.guard("Settings", &err)()
	return m.settings.Get(), nil
}

// SaveSettings saves the preferences. It ignores the window's placement and the user's own
// commands: otherwise the page could choose what a resume runs.
func (m *SettingsMethods) SaveSettings(wanted settings.Settings) (err error) {
	defer m.guard("SaveSettings", &err)()
	if err := m.checkTerminal(wanted.Terminal); err != nil {
		return err
	}
	_, err = m.settings.Update(func(s *settings.Settings) {
		wanted.Window, wanted.Roots, wanted.CustomTerminal = s.Window, s.Roots, s.CustomTerminal
		wanted.Client, wanted.ClientFlags, wanted.PathMap = s.Client, s.ClientFlags, s.PathMap
		*s = wanted
	})
	m.history.KeepSoon() // the choice of sessions to archive may have changed
	return err
}

// ChooseRoot lets the user choose a Claude config directory, adds it and starts to read it. It
// returns the directory, or "" if the dialog is cancelled.
func (m *SettingsMethods) ChooseRoot() (_ string, err error) {
	defer m.guard("ChooseRoot", &err)()
	dir, err := m.shell.ChooseDirectory(message.New("choose_root").In(m.language()))
	if err != nil || dir == "" {
		return "", err
	}
	return dir, m.history.AddOwnRoot(dir)
}

// SetRoot names a root that is known, gives it a colour, and hides or shows it.
func (m *SettingsMethods) SetRoot(path, name, color string, hidden bool) (err error) {
	defer m.guard("SetRoot", &err)()
	return m.history.SetRoot(path, name, color, hidden)
}

// ForgetRoot removes a root that the user added. Its files stay as they are.
func (m *SettingsMethods) ForgetRoot(path string) (err error) {
	defer m.guard("ForgetRoot", &err)()
	return m.history.ForgetRoot(path)
}

// ClearCache removes the cached data of all histories: the next start reads them again.
func (m *SettingsMethods) ClearCache() (err error) {
	defer m.guard("ClearCache", &err)()
	return errors.Join(m.history.Library.ClearCache(), m.launcher.ForgetClient())
}

// StopReading stops the running read; Rescan continues it.
func (m *SettingsMethods) StopReading() (err error) {
	defer m.guard("StopReading", &err)()
	m.history.Library.Catalog.Stop()
	return nil
}

// Rescan starts to read everything that has changed on disk.
func (m *SettingsMethods) Rescan() (err error) {
	defer m.guard("Rescan", &err)()
	m.history.Rescan()
	return nil
}
