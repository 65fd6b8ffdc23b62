package transcript

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dendro/backend/internal/tests"
)

// objects returns the number of JSON objects on a line, or 0 if it holds anything else.
func objects(line []byte) (n int) {
	d := json.NewDecoder(bytes.NewReader(line))
	for {
		var v json.RawMessage
		switch err := d.Decode(&v); {
		case errors.Is(err, io.EOF):
			return n
		case err != nil || v[0] != '{':
			return 0
		}
		n++
	}
}

// TestRealData compares every line of every file with encoding/json: records, malformed
// lines and contents.
func TestRealData(t *testing.T) {
	var files, lines, records, malformed int
	err := filepath.WalkDir(tests.Real(t), func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(name) != ".jsonl" {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		var d Decoder
		var good, bad int
		for line := range bytes.Lines(data) {
			text, complete := bytes.CutSuffix(line, []byte("\n"))
			text = bytes.TrimSuffix(text, []byte("\r"))
			if len(strings.TrimSpace(string(text))) == 0 {
				continue
			}
			if n := objects(text); n > 0 {
				good += n
			} else if complete {
				bad++
			}
			// Checking the views of every line would take too long.
			if lines++; lines%50 == 0 || len(data) < 16<<10 {
				checkLine(t, &d, text)
			}
		}
		s := summarize(t, NewSummarizer(), data)
		if s.Records != good || s.Malformed != bad || len(s.Bad) != min(bad, MaxBad) {
			t.Errorf("%s: %d records, %d malformed, want %d and %d", name, s.Records, s.Malformed, good, bad)
		}
		if s.Bytes+s.Torn != int64(len(bytes.TrimRight(data, "\r\n\t "))) && s.Bytes != int64(len(data)) && s.Torn == 0 {
			t.Errorf("%s: read up to %d of %d", name, s.Bytes, len(data))
		}
		half := len(data) / 2
		if diff := diffSummaries(s, grow(t, data, half)); diff != "" {
			t.Errorf("%s, cut at %d (-at once +continued):\n%s", name, half, diff)
		}
		files, records, malformed = files+1, records+good, malformed+bad
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files, %d records, %d malformed lines", files, records, malformed)
}
