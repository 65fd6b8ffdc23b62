package window

import (
	"context"
	"errors"
	"os"
	"slices"

	"dendro/backend/library"
	"dendro/backend/message"
	"dendro/backend/scan"
	"dendro/backend/session"
	"dendro/backend/settings"
)

// RootStates returns the state of each root with what the user set for it, and the hidden ones.
func (h *History) RootStates(states []library.RootState) []library.RootState {
	if h.settings == nil || h.named {
		return states
	}
	states = slices.Clone(states)
	for _, own := range h.settings.Get().Roots {
		i := slices.IndexFunc(states, func(s library.RootState) bool { return s.Path == own.Path })
		if i < 0 {
			if !own.Hidden {
				continue // it was shown under another path
			}
			i = len(states)
			states = append(states, library.RootState{Path: own.Path, Display: h.Library.Display(own.Path), Exists: true})
		}
		states[i].Name, states[i].Color, states[i].Hidden, states[i].Added = own.Name, own.Color, own.Hidden, own.Added
	}
	return states
}

// AddOwnRoot adds a Claude config directory, now and for later starts. With roots that were
// named on the command line it is added for this run.
func (h *History) AddOwnRoot(dir string) error {
	if info, err := os.Stat(dir); err != nil {
		return err
	} else if !info.IsDir() {
		return message.New("not_a_directory", "path", dir).Error(nil)
	}
	if err := h.setRoot(dir, func(r *settings.Root) { r.Added, r.Hidden = true, false }); err != nil {
		return err
	}
	h.background("read a root", func(ctx context.Context) error { return h.Library.Catalog.AddRoot(ctx, scan.Root{Path: dir}) })
	return nil
}

// SetRoot names a root, gives it a colour, and hides or shows it.
func (h *History) SetRoot(path, name, color string, hidden bool) error {
	if !h.hasRoot(path) {
		return message.New("root_unknown", "path", path).Error(session.ErrNotFound)
	}
	var was bool
	if err := h.setRoot(path, func(r *settings.Root) { was, r.Name, r.Color, r.Hidden = r.Hidden, name, color, hidden }); err != nil || was == hidden {
		return err
	}
	h.background("show or hide a root", func(ctx context.Context) error {
		if !hidden {
			return errors.Join(h.Library.Catalog.AddRoot(ctx, scan.Root{Path: path}), h.showArchived(ctx))
		}
		err := h.Library.Catalog.RemoveRoot(ctx, path)
		return errors.Join(err, h.showArchived(ctx)) // its archived sessions are hidden with it
	})
	return nil
}

// showArchived shows the sessions that are only in the archive, if there is one.
func (h *History) showArchived(ctx context.Context) error {
	if h.kept == nil {
		return nil
	}
	return h.showKept(ctx)
}

// ForgetRoot removes a root that the user added. Its files stay as they are.
func (h *History) ForgetRoot(path string) error {
	if h.settings == nil || !slices.ContainsFunc(h.settings.Get().Roots, func(r settings.Root) bool { return r.Added && r.Path == path }) {
		return message.New("root_unknown", "path", path).Error(session.ErrNotFound)
	}
	if _, err := h.settings.Update(func(s *settings.Settings) {
		s.Roots = slices.DeleteFunc(s.Roots, func(r settings.Root) bool { return r.Path == path })
	}); err != nil {
		return err
	}
	h.background("remove a root", func(ctx context.Context) error { return h.Library.Catalog.RemoveRoot(ctx, path) })
	return nil
}

// hasRoot reports whether a root is shown, or hidden by the user.
func (h *History) hasRoot(path string) bool {
	return slices.Contains(h.originals(), path) ||
		h.settings != nil && slices.ContainsFunc(h.settings.Get().Roots, func(r settings.Root) bool { return r.Path == path })
}

// setRoot changes what the settings say of a root.
func (h *History) setRoot(path string, change func(*settings.Root)) error {
	if h.settings == nil || h.named {
		return nil
	}
	_, err := h.settings.Update(func(s *settings.Settings) {
		i := slices.IndexFunc(s.Roots, func(r settings.Root) bool { return r.Path == path })
		if i < 0 {
			i = len(s.Roots)
			s.Roots = append(s.Roots, settings.Root{Path: path})
		}
		change(&s.Roots[i])
	})
	return err
}
