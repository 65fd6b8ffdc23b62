package transcript

import (
	"encoding/json"

	"dendro/backend/jsonl"
)

// Time is an RFC 3339 time. In JSON it is null if unknown.
type Time string

// TimeOf returns a record's timestamp, or "" if it is not a valid time.
func TimeOf(v jsonl.Value) Time {
	if Millis(v) == 0 {
		return ""
	}
	return Time(v.String())
}

// MarshalJSON is part of json.Marshaler.
func (t Time) MarshalJSON() ([]byte, error) {
	if t == "" {
		return []byte("null"), nil
	}
	return json.Marshal(string(t))
}
