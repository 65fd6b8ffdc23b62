package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"time"
)

const patience = 3 * time.Minute // for one command of the client

// client runs one version in one scenario's environment.
type client struct {
	bin  string
	home home
	api  string // the API address, with the name of the run
}

// printed is one use of -p.
type printed struct {
	prompt string
	args   []string
	image  string // base64 of a PNG that goes with the prompt
	config string // another configuration than that of the scenario
	api    string // and another run
}

func (c client) command(ctx context.Context, p printed) *exec.Cmd {
	config, api := c.home.config, c.api
	if p.config != "" {
		config, api = p.config, p.api
	}
	args := []string{"-p", "--output-format", "json"}
	if p.image != "" {
		args = []string{"-p", "--output-format", "stream-json", "--input-format", "stream-json", "--verbose"}
	}
	args = append(args, p.args...)
	if p.image == "" {
		args = append(args, p.prompt)
	}
	cmd := exec.CommandContext(ctx, c.bin, args...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = c.home.project, c.home.environ(config, api), time.Second
	ownGroup(cmd)
	if p.image != "" {
		cmd.Stdin = bytes.NewReader(withImage(p))
	}
	return cmd
}

var sessionID = regexp.MustCompile(`"session_id":\s*"([^"]+)"`)

// print asks one prompt with -p and returns the session that has it.
func (c client) print(ctx context.Context, p printed) (id string, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	cmd := c.command(ctx, p)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	if found := sessionID.FindAllSubmatch(out.Bytes(), -1); found != nil {
		id = string(found[len(found)-1][1])
	}
	if err != nil && !errors.Is(err, exec.ErrWaitDelay) {
		return id, fmt.Errorf("-p %s: %w: %s", p.prompt, err, tail(errs.String()+out.String()))
	}
	if id == "" {
		return "", fmt.Errorf("-p %s: no session id in: %s", p.prompt, tail(out.String()))
	}
	return id, nil
}

// withImage returns the input line of -p for a prompt with a picture.
func withImage(p printed) []byte {
	line, _ := json.Marshal(map[string]any{ // marshalling strings cannot fail
		"type": "user",
		"message": map[string]any{"role": "user", "content": []any{
			map[string]any{"type": "image", "source": map[string]string{"type": "base64", "media_type": "image/png", "data": p.image}},
			map[string]string{"type": "text", "text": p.prompt},
		}},
	})
	return append(line, '\n')
}

// tail returns the end of a program's output.
func tail(text string) string {
	text = plain(text)
	return text[max(0, len(text)-300):]
}
