package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// sdkFork copies a session like fork_session() of the SDK: records get new uuids and name
// their old ones, progress is dropped, and the ids in compactions stay.
func sdkFork(from, to string) step {
	return step{fmt.Sprintf("fork of %s by the SDK: %s", from, to), func(_ context.Context, s *stage) error {
		known, err := s.known(from)
		if err != nil {
			return err
		}
		files, err := transcripts(s.client.home.config)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(files[known.ID])
		if err != nil {
			return err
		}
		id := fmt.Sprintf("00000000-0000-4000-8000-%012x", len(s.truth.Sessions))
		lines, err := reminted(data, known.ID, id)
		if err != nil {
			return err
		}
		path := filepath.Join(filepath.Dir(files[known.ID]), id+".jsonl")
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			return err
		}
		s.truth.begin(id, known.ID)
		s.names[to] = id
		return appendLines(path, lines)
	}}
}

// reminted returns the records of a session's fork.
func reminted(data []byte, from, to string) ([]map[string]any, error) {
	parents, minted := map[string]string{}, map[string]string{}
	var records []map[string]any
	for line := range bytes.Lines(data) {
		var r map[string]any
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, err
		}
		uuid, _ := r["uuid"].(string)
		if side, _ := r["isSidechain"].(bool); side || uuid == "" {
			continue
		}
		parents[uuid], _ = r["parentUuid"].(string)
		if r["type"] != "progress" {
			minted[uuid] = fmt.Sprintf("00000000-0000-4000-9000-%012x", len(minted))
			records = append(records, r)
		}
	}
	above := func(v any) any {
		uuid, _ := v.(string)
		for uuid != "" && minted[uuid] == "" {
			uuid = parents[uuid]
		}
		if uuid == "" {
			return nil
		}
		return minted[uuid]
	}
	for _, r := range records {
		uuid, _ := r["uuid"].(string)
		r["uuid"], r["sessionId"], r["parentUuid"] = minted[uuid], to, above(r["parentUuid"])
		r["forkedFrom"] = map[string]any{"sessionId": from, "messageUuid": uuid}
		if up, ok := r["logicalParentUuid"]; ok {
			r["logicalParentUuid"] = above(up)
		}
	}
	return append(records, map[string]any{"type": "custom-title", "customTitle": "A fork", "sessionId": to}), nil
}
