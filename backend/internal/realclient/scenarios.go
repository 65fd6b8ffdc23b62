package main

import "slices"

// scenario is a sequence of steps, with the first version that supports them.
type scenario struct {
	name, since string
	steps       []step
}

// scenarios are all scenarios. Directives in prompts, such as {run …}, are executed by the
// stand-in before it replies; see plan.go.
func scenarios() []scenario {
	return slices.Concat(
		printScenarios(), screenScenarios(), contextScenarios(), queueScenarios(), oddScenarios(), continueScenarios(), leaveOutScenarios(), mcpScenarios(),
		archiveScenarios(),
	)
}

func printScenarios() []scenario {
	return []scenario{
		{"print-copies", "", []step{
			start("a", "Q1 one {think} {run echo 1}"), goOn("a", "b", "Q2 two"), goOn("b", "c", "Q3 three {run echo 3}"), goOnLatest("c", "d", "Q4 four"),
		}},
		{"print-two-copies", "", []step{
			start("a", "Q1 one"), start("x", "Q2 of another"), goOn("a", "b", "Q3 three"), goOn("a", "c", "Q4 four"),
		}},
		{"fork-first", "1.0.119", []step{
			start("a", "Q1 one"), fork("a", "b", "Q2 two"), goOn("a", "a", "Q3 three"), goOn("b", "b", "Q4 four"), goOn("a", "a", "Q5 five"),
		}},
		{"fork-late", "1.0.119", []step{
			start("a", "Q1 one"), goOn("a", "a", "Q2 two {run echo 2}"), fork("a", "b", "Q3 three"), fork("b", "c", "Q4 four"),
		}},
		{"image-resume", "1.0.111", []step{
			startWithImage("a", "Q1 look at this"), goOn("a", "b", "Q2 two"), goOn("b", "c", "Q3 three"),
		}},
		{"image", "1.0.111", []step{
			startWithImage("a", "Q1 look at this {run echo 1}"), goOn("a", "b", "Q2 two {all {run echo 2} {run echo 3}}"), goOn("b", "c", "Q3 three {run echo 4}"),
		}},
		{"parallel-calls", "", []step{
			start("a", "Q1 one {all {run echo 1} {run echo 2} {run echo 3}} {all {run echo 4} {read something.txt}}"),
			goOn("a", "b", "Q2 two {think} {all {run echo 5} {run false}}"), goOn("b", "c", "Q3 three"),
		}},
		{"subagents", "", []step{
			start("a", "Q1 one {task T1 look {run echo 1}}"), agents("a", "T1"),
			goOn("a", "b", "Q2 two {all {task T2 look} {task T3 listen {run echo 3}}}"), agents("b", "T2", "T3"), goOn("b", "c", "Q3 three"),
		}},
	}
}

func screenScenarios() []scenario {
	return []scenario{
		{"screen-resume", "", []step{
			open(), say("a", "a", "Q1 one {think} {run echo 1}"), say("a", "a", "Q2 two"), leave(),
			reopen("a"), say("a", "b", "Q3 three"), leave(), goOn("b", "c", "Q4 four"),
		}},
		{"fork-first-screen", "1.0.119", []step{
			open(), say("a", "a", "Q1 one"), leave(), reopenFork("a"), say("a", "b", "Q2 two"), leave(),
			reopen("a"), say("a", "a", "Q3 three"), leave(), reopen("b"), say("b", "b", "Q4 four"), leave(),
		}},
		{"branch-first", "2.1.20", []step{
			open(), say("a", "a", "Q1 one"), say("a", "a", "Q2 two"), branch(), say("a", "b", "Q3 three"), leave(),
			goOn("a", "a", "Q4 four"), goOn("b", "b", "Q5 five"),
		}},
		{"rewind-first", "", []step{
			open(), say("a", "a", "Q1 one"), say("a", "a", "Q2 two"), back("a", "Q1", "Q3 three"),
		}},
		{"rewind-middle", "", []step{
			open(), say("a", "a", "Q1 one"), say("a", "a", "Q2 two"), say("a", "a", "Q3 three {all {run echo 1} {run echo 2}}"),
			back("a", "Q2", "Q4 four {run echo 4}"), say("a", "a", "Q5 five"),
		}},
		{"rewind-rename", "2.0.77", []step{
			open(), say("a", "a", "Q1 one"), say("a", "a", "Q2 two"), back("a", "Q2", "Q3 three"), command("/rename another name", ""), leave(),
		}},
		{"rewound-command", "2.0.77", []step{
			open(), say("a", "a", "Q1 one"), say("a", "a", "Q2 two"), backOnly("a", "Q2"), command("/rename another name", ""), leave(),
		}},
		{"rewound-command-on", "2.0.77", []step{
			open(), say("a", "a", "Q1 one"), say("a", "a", "Q2 two"), backOnly("a", "Q2"), command("/rename another name", ""), leave(),
			reopen("a"), say("a", "a", "Q3 three"), leave(),
		}},
		{"rewind-resume", "", []step{
			open(), say("a", "a", "Q1 one"), say("a", "a", "Q2 two"), say("a", "a", "Q3 three"), back("a", "Q3", "Q4 four"), leave(), goOn("a", "b", "Q5 five"),
		}},
		{"rewind-in-fork", "1.0.119", []step{
			open(), say("a", "a", "Q1 one"), say("a", "a", "Q2 two"), leave(),
			reopenFork("a"), say("a", "b", "Q3 three"), back("b", "Q3", "Q4 four"), leave(), goOn("a", "a", "Q5 five"),
		}},
	}
}

// contextScenarios change the context of the next prompt: compactions, plans.
func contextScenarios() []scenario {
	return []scenario{
		{"compact", "", []step{
			open(), say("a", "a", "Q1 one"), say("a", "a", "Q2 two {run echo 2}"), compact("a"), say("a", "a", "Q3 three"), leave(), goOn("a", "b", "Q4 four"),
		}},
		{"compact-only", "", []step{
			open(), say("a", "a", "Q1 one"), say("a", "a", "Q2 two"), compact("a"), leave(),
		}},
		{"summarize-up-to", "2.1.100", []step{
			open(), say("a", "a", "Q1 one"), say("a", "a", "Q2 two"), say("a", "a", "Q3 three"), summarizeUpTo("a", "Q3"),
			say("a", "a", "Q4 four"), leave(), goOn("a", "b", "Q5 five"),
		}},
		{"summarize-from-twice", "2.1.100", []step{
			open(), say("a", "a", "Q1 one"), say("a", "a", "Q2 two"), say("a", "a", "Q3 three"), summarizeFrom("a", "Q3"),
			say("a", "a", "Q4 four"), summarizeFrom("a", "Q2"), say("a", "a", "Q5 five"), leave(), goOn("a", "b", "Q6 six"),
		}},
		{"sdk-fork", "2.1.150", []step{
			open(), say("s", "s", "Q1 one"), say("s", "s", "Q2 two"), compact("s"), say("s", "s", "Q3 three"), leave(),
			sdkFork("s", "t"), goOn("t", "t", "Q4 four"), goOn("s", "s", "Q5 five"),
		}},
		{"clear", "", []step{
			open(), say("a", "a", "Q1 one"), command("/clear", ""), say("", "b", "Q2 two"), command("/clear", ""), say("", "c", "Q3 three"),
			leave(), goOn("c", "d", "Q4 four"),
		}},
		{"plan-cleared", "", []step{
			open("--permission-mode", "plan"), say("a", "a", "Q1 one"),
			acceptPlan("a", "b", "Q2 plan {plan T9} {propose T9}"), say("b", "b", "Q3 three"), leave(),
		}},
		{"subtask", "2.1.332", []step{
			open(), say("a", "a", "Q1 one"), subtask("a", "T1 look {run echo 1}"), say("a", "a", "Q2 two"), leave(),
		}},
		{"by-the-way", "2.1.332", []step{
			open(), say("a", "a", "Q1 one"), byTheWay("a", "T1 look"), say("a", "a", "Q2 two"), leave(),
		}},
		{"background-fork", "2.1.212", []step{
			open(), say("a", "a", "Q1 one"), backgroundFork("a", "b", "Q2 two"), say("a", "a", "Q3 three"), leave(),
		}},
		{"background-fork-unasked", "2.1.212", []step{
			open(), say("a", "a", "Q1 one"), backgroundFork("a", "b", "Q2 two"), say("a", "a", "Q3 three"), leave(), unasked("b"),
		}},
	}
}

func oddScenarios() []scenario {
	return []scenario{
		{"last-call", "", []step{
			start("a", "Q1 one"), killed("a", "Q2 two {run tail -f /dev/null}"), goOn("a", "b", "Q3 three"),
		}},
		{"last-call-only", "", []step{
			start("a", "Q1 one"), killed("a", "Q2 two {run tail -f /dev/null}"),
		}},
		{"partly-answered", "", []step{
			start("a", "Q1 one"), killed("a", "Q2 two {all {run echo 1} {run tail -f /dev/null}}"),
		}},
		{"partly-answered-on", "", []step{
			start("s", "Q1 one"), killed("s", "Q2 two {all {run echo 1} {run tail -f /dev/null}}"), goOn("s", "t", "Q3 three"),
		}},
		{"chosen", "2.1.120", []step{start("a", "Q1 one"), goOn("a", "a", "Q2 two"), chosen("a", "nothing")}},
		{"chosen-progress", "2.1.120", []step{start("a", "Q1 one"), goOn("a", "a", "Q2 two"), chosen("a", "progress")}},
		{"chosen-system", "2.1.120", []step{start("a", "Q1 one"), goOn("a", "a", "Q2 two"), chosen("a", "system")}},
		{"chosen-attachment", "2.1.120", []step{start("s", "Q1 one"), goOn("s", "s", "Q2 two"), chosen("s", "attachment")}},
		{"two-processes", "", []step{
			start("a", "Q1 one"), together("a", "Q2 two {slow 2s}", "Q3 three {slow 2s}"),
		}},
		{"race", "", []step{
			start("a", "Q1 one"), together("a", "Q2 two {slow 2s} {run echo 2}", "Q3 three {run echo 3} {slow 2s}"),
		}},
		{"race-late", "", []step{
			start("a", "Q1 one"), into("a", "Q2 two {run sleep 8}", "Q3 three {run echo 3}"),
		}},
		{"race-later", "", []step{
			start("a", "Q1 one"), into("a", "Q2 two {run sleep 8}", "Q3 three {run sleep 12}"),
		}},
		{"late-parent", "", []step{
			start("a", "Q1 one"), goOn("a", "a", "Q2 two"), lateParent("a", "Q2"), goOn("a", "a", "Q3 three"),
		}},
		{"torn-line", "", []step{
			start("a", "Q1 one"), torn("a"), goOn("a", "b", "Q2 two"), goOn("b", "c", "Q3 three"),
		}},
		{"leftovers", "", []step{
			start("a", "Q1 one"), leftovers(), goOn("a", "b", "Q2 two"),
		}},
	}
}
