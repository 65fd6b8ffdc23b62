// Command live does what a window does with a session that grows: it reads a history, opens a
// session at its end, and then, so many times, appends a record to the session's file, reads
// the change and the last page again. Then it reads the last page, so many times, without a
// change.
//
//	live ROOT SESSION APPENDS PAGES
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"time"

	"dendro/backend/catalog"
	"dendro/backend/library"
	"dendro/backend/scan"
)

// page is how many rows a window asks for.
const page = 50

func main() {
	appends, err := strconv.Atoi(os.Args[3])
	pages := 0
	if err == nil {
		pages, err = strconv.Atoi(os.Args[4])
	}
	if err == nil {
		err = grow(context.Background(), os.Args[1], os.Args[2], appends, pages)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func grow(ctx context.Context, root, session string, appends, pages int) error {
	l := library.New(library.Options{Options: catalog.Options{Index: true, Roots: []scan.Root{{Path: root}}, Now: time.Now}})
	for n := range appends + 1 {
		if err := l.Catalog.Scan(ctx, false); err != nil {
			return err
		}
		if err := lastPage(ctx, l, session); err != nil {
			return err
		}
		if n == appends {
			break
		}
		path, err := l.Names.SessionPath(ctx, session)
		if err == nil {
			err = appendTo(path, session, n)
		}
		if err != nil {
			return err
		}
	}
	for range pages {
		if err := lastPage(ctx, l, session); err != nil {
			return err
		}
	}
	return nil
}

func lastPage(ctx context.Context, l *library.Library, session string) error {
	t, err := l.Threads.Thread(ctx, session, "")
	if err != nil {
		return err
	}
	_, err = t.Page(ctx, max(0, t.Rows.Len()-page), page)
	return err
}

// tail returns the end of a file, which holds its last records: the cost of looking for them
// must not depend on the size of the file.
func tail(path string) ([]byte, error) {
	const size = 64 << 10
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // opened for reading only
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	text := make([]byte, min(size, info.Size()))
	_, err = file.ReadAt(text, info.Size()-int64(len(text)))
	return text, err
}

// appendTo appends a prompt that continues the last record with an id.
func appendTo(path, session string, n int) error {
	text, err := tail(path)
	if err != nil {
		return err
	}
	var last struct {
		UUID string `json:"uuid"`
	}
	lines := bytes.Split(text, []byte("\n"))
	for i := len(lines) - 1; i >= 0 && last.UUID == ""; i-- {
		if json.Unmarshal(lines[i], &last) != nil {
			last.UUID = ""
		}
	}
	line, err := json.Marshal(map[string]any{
		"type": "user", "uuid": fmt.Sprintf("ffffffff-0000-4000-8000-%012x", n), "parentUuid": last.UUID, "sessionId": session,
		"cwd": "/srv/app", "timestamp": "2026-11-20T10:00:00Z", "message": map[string]any{"role": "user", "content": "and another thing"},
	})
	if err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = file.Write(append(line, '\n'))
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}
