package desk

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestProgramsAreAskedToEndAlsoAfterTheContext(t *testing.T) {
	d := &Desk{Dir: t.TempDir()}
	d.Home = filepath.Join(d.Dir, "home")
	d.Root = filepath.Join(d.Home, ".claude")
	if err := d.makeHome(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if _, err := d.Run(ctx, "sh", "-c", `trap 'echo asked; exit 0' INT; echo up; while :; do sleep 0.01; done`); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(patience); !strings.Contains(d.Logs("sh"), "up"); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the program does not start")
		}
	}
	cancel()
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	if logs := d.Logs("sh"); !strings.Contains(logs, "asked") {
		t.Errorf("the program was not asked to end:\n%s", logs)
	}
}
