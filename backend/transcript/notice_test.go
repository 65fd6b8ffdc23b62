package transcript

import "testing"

func TestNotificationText(t *testing.T) {
	for in, want := range map[string]string{
		"<task-notification>\n<task-id>x</task-id>\n<status>completed</status>\n<summary>Agent \"Look\" completed</summary>\n<result>long\n<b>and</b> more</result>\n<usage><tokens>3</tokens><ms>70</ms></usage></task-notification>": "Agent \"Look\" completed\n\nlong\n<b>and</b> more\n\ntask-id: x\nstatus: completed\nusage: tokens 3, ms 70",
		"<task-notification>\n<summary>Done</summary>\n<kind>shell</kind>\n</task-notification>\nFull output: /tmp/x":                                                                                                                  "Done\n\nkind: shell\n\nFull output: /tmp/x",
		"<task-notification><summary>done</summary></task-notification>":                                                                                                                                                               "done",
		"<task-notification>\nsaid otherwise\n</task-notification>":                                                                                                                                                                    "said otherwise",
		"<task-notification><summary>cut short": "<task-notification><summary>cut short",

		"<task-notification>\n<task-id>b7</task-id>\n</task-notification>": "task-id: b7",
	} {
		if got := NotificationText(in); got != want {
			t.Errorf("%q:\n%q, want\n%q", in, got, want)
		}
	}
}
