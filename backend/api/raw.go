package api

import (
	"math"
	"net/http"

	"dendro/backend/session"
)

// rawBytes is the size of a part of a record: what a window draws at once.
const rawBytes = 256 << 10

// rawWire is GET /api/sessions/{id}/raw/{record}: a part of a record.
type rawWire struct {
	Record string `json:"record"`
	session.RawText
}

// raw returns a part of a record as in the file, but indented, from an offset on. The
// record is named by its uuid, or by its name in the list of side records.
func (s *reader) raw(r *http.Request) (any, error) {
	from, err := intQuery(r, "from", 0, 0, math.MaxInt32)
	if err != nil {
		return nil, err
	}
	w := rawWire{Record: r.PathValue("record")}
	w.RawText, err = s.lib.Records.RawRecord(r.Context(), r.PathValue("session"), w.Record, from, rawBytes)
	return w, err
}

// sidesWire is GET /api/sessions/{id}/sides: the lines that no row shows, or with ?bad=1
// only those without a record.
type sidesWire struct {
	Session string               `json:"session"`
	From    int                  `json:"from"`
	Total   int                  `json:"total"`
	Records []session.SideRecord `json:"records"`
}

func (s *reader) sides(r *http.Request) (any, error) {
	from, err := intQuery(r, "from", 0, 0, math.MaxInt32)
	if err != nil {
		return nil, err
	}
	w := sidesWire{Session: r.PathValue("session"), From: from}
	bad := r.URL.Query().Get("bad") == "1"
	w.Records, w.Total, err = s.lib.Records.SideRecords(r.Context(), w.Session, bad, from, maxRows)
	return w, err
}
