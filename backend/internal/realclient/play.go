package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"dendro/backend/internal/release"
)

// job is one scenario with one version.
type job struct {
	version  string
	scenario scenario
}

// house is the state that all jobs share.
type house struct {
	options   options
	standin   *standin
	terminals *terminals
}

// outcome is the result of a job.
type outcome struct {
	job
	skipped bool
	broken  error // the scenario could not be played or checked
	tally   tally
	notes   []string
	took    time.Duration
}

func (h house) dir(j job) string {
	return filepath.Join(h.options.work, "run", j.version, j.scenario.name)
}

// do plays a scenario and checks it; with recheck it only checks an earlier run.
func (h house) do(ctx context.Context, j job) outcome {
	begin := time.Now()
	o := outcome{job: j}
	if release.Older(j.version, j.scenario.since) {
		o.skipped = true
		return o
	}
	var done *truth
	if h.options.recheck {
		done, o.broken = readTruth(h.dir(j))
		o.skipped = errors.Is(o.broken, os.ErrNotExist)
	} else {
		done, o.broken = h.play(ctx, j)
		o.skipped = errors.Is(o.broken, errNotThere)
	}
	if o.broken == nil {
		o.notes = done.Notes
		c := checker{dendro: h.options.dendro, dir: h.dir(j), version: j.version, truth: done}
		o.broken = c.run(ctx)
		o.tally = c.tally
	}
	o.took = time.Since(begin)
	return o
}

func (h house) play(ctx context.Context, j job) (*truth, error) {
	at, err := makeHome(h.dir(j), j.version)
	if err != nil {
		return nil, err
	}
	run := runName(j.version, j.scenario.name)
	s := &stage{
		version: j.version, run: run, dendro: h.options.dendro, standin: h.standin, terminals: h.terminals, choices: h.options.choices, names: map[string]string{}, truth: &truth{Rewritten: map[string]bool{}},
		client: client{bin: clientPath(h.options.work, j.version), home: at, api: h.standin.address + "/" + run},
	}
	if s.reader = s.client; h.options.reader != "" {
		s.reader.bin, s.truth.Reader = clientPath(h.options.work, h.options.reader), h.options.reader
	}
	err = s.play(ctx, j.scenario.steps)
	// Store the requests for debugging.
	if err := errors.Join(err, writeAsJSON(filepath.Join(h.dir(j), "requests.json"), h.standin.exchanges(run))); err != nil {
		return nil, err
	}
	if err := s.probe(ctx); err != nil {
		return nil, fmt.Errorf("probe: %w", err)
	}
	return s.truth, writeAsJSON(truthPath(h.dir(j)), s.truth)
}

func truthPath(dir string) string { return filepath.Join(dir, "truth.json") }

func readTruth(dir string) (*truth, error) {
	data, err := os.ReadFile(truthPath(dir))
	if err != nil {
		return nil, err
	}
	var t truth
	return &t, json.Unmarshal(data, &t)
}
