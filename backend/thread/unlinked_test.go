package thread

import "testing"

// Converters write records without a uuid: they form a line in file order.
func TestRecordsWithoutUUID(t *testing.T) {
	var s script
	s.user("", "", "count the herons").reply("", "", "m1", use("t1", "Bash", nil)).result("", "", "t1", "two").reply("", "", "m2", text("Two.")).
		user("", "", "and the wrens")
	const want = "prompt count the herons\ntool Bash ok two\nreply Two.\nprompt and the wrens\n"
	if got := outline(s.show(t, "")); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
