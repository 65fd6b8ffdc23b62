package transcript

import "dendro/backend/jsonl"

// SystemKind says how to show a system record.
type SystemKind uint8

// The kinds of system records.
const (
	SystemOther        SystemKind = iota // a text of the client's own; unknown types
	SystemUntyped                        // no subtype: "Running PostToolUse:…" of 1.0.9x–2.0.x, mere progress
	SystemQuiet                          // microcompact_boundary, turn_duration, bridge_status: nothing to read
	SystemBoundary                       // compact_boundary, see Compaction
	SystemHooks                          // stop_hook_summary, see StopHooks
	SystemAPIError                       // api_error, see APIErrorInfo
	SystemLocalCommand                   // local_command (2.0.76–2.1.38): its text decides, see ClassOfText
)

// SystemKind returns the kind of the system record r, or SystemOther for other records.
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

// Level is the importance of a system record.
type Level string

// The levels of system records. LevelInfo also represents unknown values.
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

// TurnDuration returns the duration of the turn that the turn_duration record r ends, in
// milliseconds, or 0 for other records. It may precede its prompt (2.1.150, 2.1.250
// interactive).
func (r *Record) TurnDuration() int64 {
	if r.Kind != KindSystem || r.Subtype != "turn_duration" {
		return 0
	}
	ms, _ := r.field("durationMs").Int()
	return max(ms, 0)
}

// APIErrorInfo is an api_error record: the error between the client and the service, and
// how the client reacted. Numbers are -1 if not recorded.
type APIErrorInfo struct {
	Text     jsonl.Value // the service's message, or the name of the network error
	Status   int64       // of HTTP
	Attempt  int64
	Attempts int64 // at most
	RetryMS  int64 // until the next attempt
}

// APIErrorInfo returns the content of the api_error record r. The service's message is at
// one of three depths, depending on the version's wrapping.
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

// number returns a non-negative number, or -1.
func number(v jsonl.Value) int64 {
	if n, ok := v.Int(); ok {
		return max(n, -1)
	}
	return -1
}

// StopHooks is a stop_hook_summary record.
type StopHooks struct {
	Stopped bool        // preventedContinuation
	Reason  jsonl.Value // why
	errors  jsonl.Value
}

// HookError is one of the errors of StopHooks: a string, an object with either member, or the
// output of hookOutput.
type HookError struct{ Error, Message jsonl.Value }

// StopHooks returns the outcome of the hooks that ran at the end of a turn.
func (r *Record) StopHooks() StopHooks {
	return StopHooks{
		Stopped: r.field("preventedContinuation").IsTrue(),
		Reason:  r.field("stopReason"),
		errors:  r.field("hookErrors"),
	}
}

// Errors calls f with each error of a hook, in order.
func (h *StopHooks) Errors(f func(HookError)) {
	h.errors.Elements(func(v jsonl.Value) {
		if v.IsString() || v.Get("preview") != nil {
			f(HookError{Error: v})
		} else {
			f(HookError{Error: v.Get("error"), Message: v.Get("message")})
		}
	})
}
