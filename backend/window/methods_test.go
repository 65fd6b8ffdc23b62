package window

import (
	"log/slog"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"dendro/backend/settings"
)

// TestEveryBoundMethodIsGuarded: a method that panics returns an error, since Wails would
// leave the page waiting for ever.
func TestEveryBoundMethodIsGuarded(t *testing.T) {
	store := settings.Open(filepath.Join(t.TempDir(), "settings.json"))
	quiet := &methods{ctx: t.Context(), log: slog.New(slog.DiscardHandler), settings: store, language: func() string { return "en" }}
	fine := []string{"Settings", "Terminals"} // work without a window
	for _, object := range []any{&ResumeMethods{methods: quiet}, &ArchiveMethods{quiet}, &NoteMethods{quiet}, &FileMethods{methods: quiet}, &SettingsMethods{quiet}} {
		v := reflect.ValueOf(object)
		for i := range v.NumMethod() {
			name, method := v.Type().Method(i).Name, v.Method(i)
			var args []reflect.Value
			for j := range method.Type().NumIn() {
				args = append(args, reflect.Zero(method.Type().In(j)))
			}
			out := method.Call(args)
			err, _ := out[len(out)-1].Interface().(error)
			if want := "Internal error in " + name; !slices.Contains(fine, name) && (err == nil || !strings.HasPrefix(err.Error(), want) && name != "RevealExport") {
				t.Errorf("%T.%s: %v", object, name, err)
			}
		}
	}
}
