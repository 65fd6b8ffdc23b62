package window

import (
	"slices"
	"sync/atomic"

	"dendro/backend/message"
	"dendro/backend/resume"
	"dendro/backend/resume/plan"
	"dendro/backend/settings"
)

// ResumeMethods continue sessions in a terminal.
type ResumeMethods struct {
	*methods
	planner *plan.Planner
	// chosenDir is the last directory that the user chose to continue in.
	chosenDir atomic.Pointer[string]
}

// ResumePlan returns what Resume would run, or why it cannot.
func (m *ResumeMethods) ResumePlan(request plan.Request) (_ plan.Plan, err error) {
	defer m.guard("ResumePlan", &err)()
	p, err := m.plan(request)
	return p.In(m.language()), err
}

// Resume starts the command in the requested or the configured terminal, and returns the
// plan.
func (m *ResumeMethods) Resume(request plan.Request) (_ plan.Plan, err error) {
	defer m.guard("Resume", &err)()
	p, err := m.plan(request)
	if err != nil {
		return p, err
	}
	return p.In(m.language()), m.planner.Start(m.ctx, p)
}

// PrepareResume writes the files that the plan's command needs, so that it can be pasted.
func (m *ResumeMethods) PrepareResume(request plan.Request) (_ plan.Plan, err error) {
	defer m.guard("PrepareResume", &err)()
	p, err := m.plan(request)
	if err != nil {
		return p, err
	}
	err = m.planner.Prepare(m.ctx, &p)
	return p.In(m.language()), err
}

// OpenTerminal opens a terminal in the directory of a session.
func (m *ResumeMethods) OpenTerminal(session string) (err error) {
	defer m.guard("OpenTerminal", &err)()
	p, err := m.plan(plan.Request{Session: session})
	if err != nil {
		return err
	}
	return m.launcher.OpenShell(m.ctx, p.Request())
}

// ChoosePlace lets the user choose a directory to continue in: the directory "chosen" of
// later requests. It returns the directory for display, or "" if the dialog is cancelled.
func (m *ResumeMethods) ChoosePlace() (_ string, err error) {
	defer m.guard("ChoosePlace", &err)()
	dir, err := m.shell.ChooseDirectory(message.New("choose_directory").In(m.language()))
	if err == nil && dir != "" {
		m.chosenDir.Store(&dir)
	}
	return dir, err
}

// plan plans a request with the user's settings.
func (m *ResumeMethods) plan(request plan.Request) (plan.Plan, error) {
	if err := m.checkTerminal(request.Terminal); err != nil {
		return plan.Plan{}, err
	}
	if place := m.chosenDir.Load(); place != nil {
		request.Chosen = *place
	}
	if err := m.linked(); err != nil {
		return plan.Plan{}, err
	}
	return m.planner.Plan(m.ctx, request, m.settings.Get())
}

// Terminals returns the terminals that this system may have, installed ones first.
func (m *ResumeMethods) Terminals() (_ []resume.TerminalInfo, err error) {
	defer m.guard("Terminals", &err)()
	return resume.TerminalsIn(m.launcher.Terminals(m.settings.Get().CustomTerminal), m.language()), nil
}

// TryTerminal opens a terminal in which nothing happens: a known one, or the saved command.
func (m *ResumeMethods) TryTerminal(terminal string) (_ resume.Opened, err error) {
	defer m.guard("TryTerminal", &err)()
	if err := m.checkTerminal(terminal); err != nil {
		return resume.Opened{}, err
	}
	opened, err := m.launcher.Try(m.ctx, terminal, m.settings.Get().CustomTerminal)
	opened.Terminal = opened.Terminal.Fixed(m.language())
	return opened, err
}

// CheckResuming checks the user's client, its options and the terminal command. It runs
// none of them.
func (m *ResumeMethods) CheckResuming(wanted settings.Settings) (_ resume.CustomCheck, err error) {
	defer m.guard("CheckResuming", &err)()
	return m.launcher.CheckCustom(m.ctx, wanted.Client, wanted.ClientFlags, wanted.CustomTerminal).In(m.language()), nil
}

// SaveResuming saves these and the path map. Since they decide what a resume runs, a native
// dialog asks the user for confirmation; without it nothing changes.
func (m *ResumeMethods) SaveResuming(wanted settings.Settings) (_ settings.Settings, err error) {
	defer m.guard("SaveResuming", &err)()
	own := m.launcher.CheckCustom(m.ctx, wanted.Client, wanted.ClientFlags, wanted.CustomTerminal)
	if err := own.Err(); err != nil {
		return settings.Settings{}, err
	}
	now := m.settings.Get()
	if wanted.Client != now.Client || !slices.Equal(wanted.ClientFlags, now.ClientFlags) || !slices.Equal(wanted.CustomTerminal, now.CustomTerminal) {
		if yes, err := m.shell.Confirm(own.Question.In(m.language())); err != nil || !yes {
			return now, err
		}
	}
	return m.settings.Update(func(s *settings.Settings) {
		s.Client, s.ClientFlags, s.CustomTerminal, s.PathMap = wanted.Client, wanted.ClientFlags, wanted.CustomTerminal, wanted.PathMap
	})
}
