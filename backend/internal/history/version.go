package history

import (
	"strconv"
	"strings"
)

// atLeast reports whether version v is w or later. Both have three numbers.
func atLeast(v, w string) bool {
	a, b := strings.Split(v, "."), strings.Split(w, ".")
	for i := range b {
		x := 0
		if i < len(a) {
			x, _ = strconv.Atoi(a[i])
		}
		y, _ := strconv.Atoi(b[i])
		if x != y {
			return x > y
		}
	}
	return true
}

// traits are the properties of one version of the program: the fields it writes and the
// records it makes of an event. The ranges are those of the format's appendix, extended to
// be contiguous.
type traits struct {
	commonLast   bool // cwd, sessionId, version… follow the body
	gitBranch    bool
	slug         bool
	entrypoint   bool
	promptID     bool
	origin       bool
	permission   bool
	sourceUUID   bool // sourceToolAssistantUUID on tool results
	thinkingMeta bool
	todos        bool
	effort       bool
	finalUsage   bool // every line of a response has the final usage
	layout       int  // place of subagents: 1, 2 or 3
	agentTool    string
	hookRecord   string // type of a hook's record: system, progress or attachment
	agentEcho    bool   // progress records repeat an agent's messages
	snapshots    bool   // file-history-snapshot
	deltas       bool   // file-history-delta
	turnSystem   bool   // turn_duration at the end of a turn
	lastPrompt   bool
	lastLeaf     bool // last-prompt names the leaf
	boundary     bool // compactions have a compact_boundary record
	preserves    bool // compactions may preserve a segment
	localSystem  bool // local commands are system records
	caveatTag    bool // the caveat is in <local-command-caveat>
	oneCaveat    bool // one caveat record is the parent of every local command of a process
	queueRecord  bool // a queued prompt becomes a chain record
	kept         bool // "summarize up to here" preserves what follows
	lateParents  bool // a reply may be written before its prompt
	printQueue   bool // prompts of -p pass through the queue
	onePrompt    bool // copied prompts get the promptId of the copying process
	sessionField bool // session_id names the session that made a record
	requestField bool // requestSessionId does the same on copied replies
	saysAgain    bool // after a prompt with a picture a resume writes the conversation again
	resultsInRow bool // results of one response are chained, instead of having their calls as parents
}

func traitsOf(v string) traits {
	since := func(w string) bool { return atLeast(v, w) }
	between := func(from, before string) bool { return since(from) && !since(before) }
	t := traits{
		commonLast: since("2.1.98"), gitBranch: since("1.0.56"), slug: since("2.0.55"), entrypoint: since("2.1.98"),
		promptID: since("2.1.98"), origin: since("2.1.205"), permission: since("2.1.15"), sourceUUID: since("2.1.1"),
		thinkingMeta: between("1.0.112", "2.1.46"), todos: between("2.0.76", "2.1.15"), effort: since("2.1.212"),
		finalUsage: since("2.1.97"), layout: 1, agentTool: "Task", hookRecord: "system",
		agentEcho: between("2.0.70", "2.1.98"), snapshots: between("2.0.50", "2.1.208"), deltas: since("2.1.208"),
		turnSystem: between("2.1.1", "2.1.120"), lastPrompt: since("2.1.69"), lastLeaf: since("2.1.145"),
		boundary: since("2.0.70"), preserves: since("2.1.70"), localSystem: between("2.0.76", "2.1.39"),
		caveatTag: since("2.1.20"), oneCaveat: !since("2.0.0"), queueRecord: since("2.1.98"),
		kept: since("2.1.150"), lateParents: between("2.1.150", "2.1.251"), printQueue: since("2.1.100"),
		saysAgain: between("1.0.111", "2.1.21"), resultsInRow: !since("2.0.0"),
		onePrompt: since("2.1.250"), sessionField: since("2.1.250"), requestField: since("2.1.330"),
	}
	if since("2.0.28") {
		t.layout = 2
	}
	if since("2.1.2") {
		t.layout = 3
	}
	if since("2.1.63") {
		t.agentTool = "Agent"
	}
	if since("2.0.70") {
		t.hookRecord = "progress"
	}
	if since("2.1.98") {
		t.hookRecord = "attachment"
	}
	return t
}
