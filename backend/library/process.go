package library

import (
	"slices"
	"strings"
	"time"

	"dendro/backend/transcript"
)

// process is what the system says of a running process.
type process struct {
	name    string        // of its program; "" if unknown
	started time.Time     // zero if unknown
	drift   time.Duration // by which started can be off
	ended   bool          // its parent has not asked for its status yet: it has an id and does nothing
}

// startSlack is how much later than a client says a process may seem to begin: the system's
// clock can have been set meanwhile.
const startSlack = time.Minute

// others are the programs that the small ids of a restarted system, and most of the others,
// belong to. The name of a client does not decide: a native one runs versions/2.1.330, one of
// npm node or bun.
var others = strings.Fields("systemd init launchd tini dumb-init docker-init s6-svscan runit sshd login cron crond dbus-daemon agetty getty kthreadd " +
	"bash sh dash ash zsh fish ksh tcsh csh nu sleep cat tail less more man top htop vim nvim vi nano emacs ssh tmux screen make git find grep " +
	"svchost explorer csrss lsass services wininit winlogon conhost cmd powershell pwsh")

// clients begin the names of the programs that a client runs as: itself, its version, or
// what runs the one of npm.
var clients = []string{"claude", "node", "bun", "1.", "2.", "3."}

// isRegistrant reports whether a running process can be the one that registered itself under
// its id: systems use the ids of ended processes again. An entry that does not say when it
// was made, or says a time to come, counts only if the process has the name of a client; so
// does one whose process seems to have begun later, where clocks jump.
func isRegistrant(s transcript.RunningSession, p process, now time.Time) bool {
	dated := s.Started > 0 && !time.UnixMilli(s.Started).After(now.Add(startSlack))
	registered := time.UnixMilli(s.Started).Add(startSlack)
	isYounger := dated && p.started.After(registered)
	if p.ended || isYounger && p.started.After(registered.Add(p.drift)) {
		return false
	}
	name := strings.TrimSuffix(strings.ToLower(strings.TrimPrefix(p.name, "-")), ".exe")
	if (!dated || isYounger) && !slices.ContainsFunc(clients, func(begin string) bool { return strings.HasPrefix(name, begin) }) {
		return false
	}
	return !slices.Contains(others, name)
}
