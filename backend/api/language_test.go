package api_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"dendro/backend/api"
	"dendro/backend/message"
	"dendro/backend/session"
)

// TestAnswersAreInTheWindowsLanguage: errors, problems of a query, and reasons why a session
// cannot be resumed follow the window's language, also when it changes.
func TestAnswersAreInTheWindowsLanguage(t *testing.T) {
	w := newWorld(t)
	language := "de"
	h := api.New(w.lib, api.Options{
		Language: func() string { return language },
		Resumable: func(session.ResumeTarget) (bool, message.Message) {
			return false, message.New("dir_missing", "dir", "/gone")
		},
	})
	for _, tt := range []struct{ language, missing, problem, why string }{
		{"de", "Die Sitzung „none“ wurde nicht gefunden", "Nach tool: fehlt ein Wert. Beispiele: tool:Bash.", "Das Verzeichnis /gone existiert nicht"},
		{"ja", "セッション「none」が見つかりません", "tool: の後に値がありません。例: tool:Bash。", "ディレクトリ /gone が存在しません"},
	} {
		language = tt.language
		var answer struct {
			Error    struct{ Message string }
			Problem  struct{ Message string }
			Sessions []struct{ Resume struct{ Why string } }
		}
		for _, path := range []string{"/api/sessions/none/thread", "/api/search?q=tool:", "/api/chats/" + w.main.ID} {
			if err := json.Unmarshal(get(t, h, path).Body.Bytes(), &answer); err != nil {
				t.Fatalf("%s: %v", path, err)
			}
		}
		if answer.Error.Message != tt.missing || answer.Problem.Message != tt.problem || len(answer.Sessions) == 0 || answer.Sessions[0].Resume.Why != tt.why {
			t.Errorf("%s: %+v", tt.language, answer)
		}
	}
	if res := get(t, h, "/api/nothing"); res.Code != http.StatusNotFound {
		t.Errorf("%d %s", res.Code, res.Body)
	}
}
