package window

import (
	"log/slog"
	"os"
)

// wailsLog passes Wails' messages to the program's own logger.
type wailsLog struct{ log *slog.Logger }

func (w wailsLog) Print(message string)   { w.log.Info(message) }
func (w wailsLog) Trace(message string)   { w.log.Debug(message) }
func (w wailsLog) Debug(message string)   { w.log.Debug(message) }
func (w wailsLog) Info(message string)    { w.log.Info(message) }
func (w wailsLog) Warning(message string) { w.log.Warn(message) }
func (w wailsLog) Error(message string)   { w.log.Error(message) }

// Fatal ends the process, as Wails expects of it.
func (w wailsLog) Fatal(message string) {
	w.log.Error(message)
	os.Exit(1)
}
