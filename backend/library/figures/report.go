package figures

import (
	"time"

	"dendro/backend/transcript"
)

// By is what rows of a report are about.
type By string

// What rows can be about. Session is a session's id.
const (
	Day     By = "day"
	Week    By = "week" // named by its Monday
	Month   By = "month"
	Project By = "project"
	Model   By = "model"
	Tool    By = "tool"
	Branch  By = "branch"
	Session By = "session"
)

// ParseBy returns the By with this name.
func ParseBy(name string) (By, bool) {
	switch b := By(name); b {
	case Day, Week, Month, Project, Model, Tool, Branch, Session:
		return b, true
	}
	return "", false
}

// Question selects figures.
type Question struct {
	Since, Until time.Time // half-open, zero: any time; records without a time are in no period
	By           By
	// Split divides each row: by Model or by Project, or not at all ("").
	Split  By
	Zone   *time.Location
	Prices *Prices
}

// Report holds the figures of a period.
type Report struct {
	By    By    `json:"by"`
	Rows  []Row `json:"rows"` // by time, else most tokens first
	Total Sums  `json:"total"`
	// Unpriced are the models without a price: their tokens are in no estimate.
	Unpriced []string `json:"unpriced"`
	Prices   struct {
		Source string `json:"source"`
		Date   string `json:"date"`
	} `json:"prices"`
}

// Document is a report as JSON, in the window and on the command line.
type Document struct {
	Schema int    `json:"schema"`
	Since  string `json:"since,omitempty"` // RFC 3339
	Until  string `json:"until,omitempty"`
	*Report
}

// DocumentOf returns the document of a report.
func DocumentOf(r *Report, q *Question) Document {
	return Document{1, timeText(q.Since), timeText(q.Until), r}
}

func timeText(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}

// Row is the figures of one day, project, …
type Row struct {
	Key string `json:"key"` // "" if the records do not say it
	Sums
	Parts []Part `json:"parts,omitempty"` // by Question.Split, most tokens first
}

// Part is what one model or project spent of a row.
type Part struct {
	Key    string           `json:"key"`
	Tokens transcript.Usage `json:"tokens"`
	Cost   float64          `json:"cost"`
}

// Sums are figures, each message and record once however many files hold it.
type Sums struct {
	Tokens      transcript.Usage `json:"tokens"`
	AgentTokens transcript.Usage `json:"agentTokens"` // the part of Tokens that agents spent
	// Cost is an estimate in US dollars, and AgentCost the agents' part of it. Unpriced are
	// the tokens that no price is known for.
	Cost      float64 `json:"cost"`
	AgentCost float64 `json:"agentCost"`
	Unpriced  int64   `json:"unpriced"`
	Messages  int     `json:"messages"` // responses
	Turns     int     `json:"turns"`
	Sessions  int     `json:"sessions"` // with any of this
	Calls     int     `json:"calls"`
	Failed    int     `json:"failed"` // calls
	// ActiveMS is the time between records of the same session, in milliseconds: without
	// gaps of more than IdleAfter, and without agents.
	ActiveMS int64 `json:"activeMs"`
}

// IdleAfter is how long a gap between two records may be to count as work.
const IdleAfter = 10 * time.Minute
