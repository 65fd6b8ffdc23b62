package transcript

// SystemKind says what a system record tells a person.
type SystemKind uint8

// The kinds of system records.
const (
	SystemOther        SystemKind = iota // what the program says in its own words; types that are not known
	SystemUntyped                        // no subtype: "Running PostToolUse:…" of 1.0.9x–2.0.x, progress and no news
	SystemQuiet                          // microcompact_boundary, turn_duration, bridge_status: nothing to read
	SystemBoundary                       // compact_boundary, see Compaction
	SystemHooks                          // stop_hook_summary, see StopHooks
	SystemAPIError                       // api_error, see APIErrorInfo
	SystemLocalCommand                   // local_command (2.0.76–2.1.38): its text says what it is, see ClassOfText
)

// SystemKind returns what the system record r is, SystemOther for other records.
func (r *Record) SystemKind() SystemKind {
	if r.Kind != KindSystem {
		return SystemOther
	}
	switch r.Subtype {
	case "":
		return SystemUntyped
	case "microcompact_boundary", "turn_duration", "bridge_status":
		return SystemQuiet
	case "compact_boundary":
		return SystemBoundary
	case "stop_hook_summary":
		return SystemHooks
	case "api_error":
		return SystemAPIError
	case "local_command":
		return SystemLocalCommand
	}
	return SystemOther
}

// Level is how much a system record wants to be seen.
type Level string

// The levels of system records. LevelInfo stands for every other value too.
const (
	LevelInfo    Level = "info"
	LevelWarning Level = "warning"
	LevelError   Level = "error"
)

// Level returns the level of the system record r.
func (r *Record) Level() Level {
	switch level := Level(r.field("level").String()); level {
	case LevelWarning, LevelError:
		return level
	}
	return LevelInfo
}

// TurnDuration returns how long the turn took that the turn_duration record r
// ends, in milliseconds; 0 where r is none. It may stand before its prompt
// (2.1.150, 2.1.250 interactive).
func (r *Record) TurnDuration() int64 {
	if r.Kind != KindSystem || r.Subtype != "turn_duration" {
		return 0
	}
	ms, _ := r.field("durationMs").Int()
	return max(ms, 0)
}

// APIErrorInfo is an api_error record: what went wrong between the program and
// the service, and what it did about it. Numbers are -1 where none is recorded.
type APIErrorInfo struct {
	Text     Value // what the service said, or the name of the network's error
	Status   int64 // of HTTP
	Attempt  int64
	Attempts int64 // at most
	RetryMS  int64 // until the next attempt
}

// APIErrorInfo returns what the api_error record r says. The service's words
// stand at one of three depths, depending on what the version wrapped them in.
func (r *Record) APIErrorInfo() APIErrorInfo {
	e := r.field("error")
	inner := e.Get("error")
	return APIErrorInfo{
		Text: firstText(e, inner.Get("error").Get("message"), inner.Get("message"), e.Get("message"),
			r.Content, e.Get("cause").Get("code"), r.field("cause").Get("code")),
		Status:   number(e.Get("status")),
		Attempt:  number(r.field("retryAttempt")),
		Attempts: number(r.field("maxRetries")),
		RetryMS:  number(r.field("retryInMs")),
	}
}

// number returns a number that cannot be negative, -1 where there is none.
func number(v Value) int64 {
	if n, ok := v.Int(); ok {
		return max(n, -1)
	}
	return -1
}

// StopHooks is a stop_hook_summary record.
type StopHooks struct {
	Stopped bool  // preventedContinuation
	Reason  Value // why
	errors  Value
}

// HookError is one of the errors of StopHooks: a string, or an object with
// either member.
type HookError struct{ Error, Message Value }

// StopHooks returns what the hooks did that ran at the end of a turn.
func (r *Record) StopHooks() StopHooks {
	return StopHooks{
		Stopped: r.field("preventedContinuation").IsTrue(),
		Reason:  r.field("stopReason"),
		errors:  r.field("hookErrors"),
	}
}

// Errors calls f with each error of a hook, in order.
func (h *StopHooks) Errors(f func(HookError)) {
	h.errors.Elements(func(v Value) {
		if v.IsString() {
			f(HookError{Error: v})
		} else {
			f(HookError{Error: v.Get("error"), Message: v.Get("message")})
		}
	})
}
