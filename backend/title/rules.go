package title

import (
	"regexp"
	"strings"
	"sync"
)

// ruleSet are the expressions for what surrounds the subject of a prompt.
type ruleSet struct {
	// planned is what the client writes above a plan (2.1.x), and similar lines of people.
	// planLabel and planSuffix are what a plan's heading says beside its subject: "Plan 2: …"
	// keeps its distinction.
	planned, planLabel, planSuffix *regexp.Regexp
	// courteous are the words before a request. A greeting such as "now" can also carry
	// meaning ("Now the tests fail"): it goes only before a mark or before a courtesy.
	courteous *regexp.Regexp
	// marker is a list or quotation mark, placeholders what Claude Code writes for pasted
	// content, both at the start of a line.
	marker, placeholders *regexp.Regexp
	link                 *regexp.Regexp // [text](target)
	forge                *regexp.Regexp // an issue or a pull request
	// programmed is a line that a program wrote, by how it begins; patch begins a diff, position
	// a compiler's message: path/file.go:12:3: message. trouble names an error.
	programmed, patch, position, trouble *regexp.Regexp
}

// rules returns the expressions. A start that makes no title does not compile them.
var rules = sync.OnceValue(func() *ruleSet {
	const (
		greetings  = `(?:hey|hi|hello|there|claude|ok|okay|alright|great|so|now|well)`
		courtesies = `(?:please|pls|kindly|let['’]?s|(?:can|could|would) you(?: help me)?|help me(?: to)?|i['’]d like you to|i would like you to|i want you to|` +
			`i need you to|i(?:['’]d like your| need(?: your)?) help with|your task is to|you are to)`
	)
	return &ruleSet{
		planned: regexp.MustCompile(`(?i)^\s*(?:please )?(?:implement|execute|carry out|follow) ` +
			`(?:(?:the following|this|the attached) plan|the plan below)(?:[.:\s]+|$)`),
		planLabel:    regexp.MustCompile(`(?i)^(?:(?:implementation |refactor(?:ing)? )?plan|task|goal|title|proposal|feature|objective|spec)\s*[:–—-]\s*`),
		planSuffix:   regexp.MustCompile(`(?i)(?:\s*[:–—-]\s+plan| \(plan\)|(?:\s+[–—-])?\s+implementation plan)$`),
		courteous:    regexp.MustCompile(`(?i)^(?:(?:` + greetings + `[ ,!:]+)*(?:` + courtesies + `[ ,!:]+|` + greetings + `[,!:] *))+`),
		marker:       regexp.MustCompile(`^[> ]*(?:\d{1,3}[.)] |[-*+] (?:\[[ xX]\] )?|[•⏺❯] )?`),
		placeholders: regexp.MustCompile(`^(?:\[(?:Image #|Image:|Pasted text|\.\.\.Truncated text|Attachment)[^\]]*\]\s*)+`),
		link:         regexp.MustCompile(`!?\[([^\[\]]*)\]\([^()]*\)`),
		forge:        regexp.MustCompile(`^https?://[^/]+/[^/]+/([^/]+)/(?:-/)?(?:issues|pulls?|merge_requests|discussions)/(\d+).*`),
		patch:        regexp.MustCompile(`^(?:diff --git |@@ -|\+\+\+ |--- a/|(?:index|commit) [0-9a-f]{7})`),
		position:     regexp.MustCompile(`^[^ :]*\.[^ :]*:\d\S*: `),
		programmed: regexp.MustCompile(`^(?:` + strings.Join([]string{
			`[\[( ]*(?:\d{4}[-/]\d|\d\d:\d\d:\d\d)`, // a time
			`[\[|]?(?:INFO|WARN|WARNING|DEBUG|TRACE|FATAL|ERROR|FAIL|PASS)[\]:| ]`, `---|===|npm (?:ERR|error)`,
			`(?:[A-Z]\w*(?:Error|Exception)|Exception|[Ee]rror|[Ww]arning|panic|E)[:\[]`, `Traceback |goroutine \d`, // an error
			`at \S.*(?:\(|\.[jt]s:)`, `File "`, `from /`, `[Cc]aused by:`, `#\d .*\(`, // a frame of a stack trace
			`(?:[$%❯➜]|>>>) `, `PS C:\\`, `\S+@\S*\$ `, // a shell's prompt
			`\|.*\|$`, // a table
		}, "|") + `)`),
		trouble: regexp.MustCompile(`(?i)error|fail|panic|exception|fatal|cannot|denied|not found|undefined`),
	}
})
