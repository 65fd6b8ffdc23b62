# Two commands do everything: `make run` and `make test`. `make help` lists the rest.

GO      ?= go
NPM     ?= npm
ARGS    ?=
PKG     ?= ./...
SIZE    ?= 100M
TIME    ?= 3s

# Releases of Claude Code that `make realclient` plays: those that changed the file format.
VERSIONS ?= 1.0.54 1.0.128 2.0.77 2.1.50 2.1.100 2.1.200 2.1.250 2.1.332
ONLY     ?=
READER   ?=

WAILS_VERSION    := v2.16.0
GOLANGCI_VERSION := v2.15.0

BIN      := build/bin
CACHE    := .cache
GOLANGCI := $(CACHE)/bin/golangci-lint-$(GOLANGCI_VERSION)
WAILS    := $(GO) run github.com/wailsapp/wails/v2/cmd/wails@$(WAILS_VERSION)
TALLY    := $(GO) run ./build/tally

VERSION  := $(shell sh build/version.sh version)
LDFLAGS  := $(shell sh build/version.sh ldflags)

OS   := $(shell $(GO) env GOOS 2>/dev/null)
EXE  := $(shell $(GO) env GOEXE 2>/dev/null)
TAGS := webkit2_41

# With the directory left out, all builds share compiled packages, also with those of another clone.
export GOFLAGS := $(strip $(filter-out -trimpath,$(shell $(GO) env GOFLAGS 2>/dev/null)) -trimpath)

PACKAGES := frontend/node_modules/.package-lock.json
PAGE     := frontend/dist/index.html
BUNDLED  := $(CACHE)/bundled.json
MESSAGES := frontend/src/paraglide/messages.js
PAGE_SRC := $(shell find frontend/src frontend/messages frontend/project.inlang/settings.json frontend/public frontend/scripts frontend/index.html frontend/vite.config.ts frontend/svelte.config.js frontend/tsconfig.json -type f -not -path 'frontend/src/paraglide/*' 2>/dev/null)
GO_SRC   := $(shell find . -name '*.go' -not -path './frontend/node_modules/*' 2>/dev/null) go.mod go.sum

# The Wails CLI makes the .app bundle on macOS and the icon resource on Windows.
# On Linux a production binary is a plain `go build`, and needs no CLI.
ifeq ($(OS),linux)
BUILD := $(GO) build -trimpath -buildvcs=false -tags desktop,production,$(TAGS) -ldflags "$(LDFLAGS)" -o $(BIN)/dendro$(EXE) .
else
BUILD := $(WAILS) build -m -nosyncgomod -s -skipbindings -trimpath -ldflags "$(LDFLAGS)"
endif
ifeq ($(OS),darwin)
PROGRAM := $(BIN)/dendro.app/Contents/MacOS/dendro
else
PROGRAM := $(BIN)/dendro$(EXE)
endif

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup setup-test setup-packages run build build-headless dev bindings test test-all notice lint lint-go lint-bindings lint-notice lint-types lint-page lint-plain lint-systems \
	test-go test-race fuzz test-frontend e2e window realclient bench bench-go bench-tree fmt clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo '  make run ARGS="--root DIR" passes arguments on'

## Running

run: build ## build Dendro and open its window
	@$(PROGRAM) $(ARGS)

build: $(PROGRAM) ## the production binary, build/bin/dendro

# The version is linked in, so a new one requires a build.
STAMP := $(CACHE)/version
$(shell mkdir -p $(CACHE); echo '$(LDFLAGS)' | cmp -s - $(STAMP) || echo '$(LDFLAGS)' >$(STAMP))

$(PROGRAM): $(GO_SRC) $(PAGE) $(STAMP) wails.json build/NOTICE build/linux/dendro.png $(shell find backend/demo/root -type f 2>/dev/null) | setup
	@mkdir -p $(BIN)
	@echo "building $@"
	@$(BUILD)
	@touch $@

build-headless: ## the headless commands as one static binary, build/bin/dendro-headless
	@mkdir -p $(BIN)
	@CGO_ENABLED=0 $(GO) build -trimpath -buildvcs=false -ldflags "$(LDFLAGS)" -o $(BIN)/dendro-headless$(EXE) ./backend/cli/dendro

dev: $(PACKAGES) ## the window with live reload
	@$(WAILS) dev -s -m -nosyncgomod -skipbindings -tags $(TAGS) -appargs "$(ARGS)"

notice: $(BUNDLED) ## regenerate build/NOTICE from everything linked and bundled
	@$(GO) run ./build/notice write

bindings: ## regenerate frontend/wailsjs from the bound methods
	@sh build/bindings.sh write

## Testing

# The duration of a stage is printed at the end.
STAGE = $(TALLY) stage $(1) $(MAKE) --no-print-directory $(1)

# test-go tries the seeds of every fuzz target. These read text of other programs, and are fuzzed, too.
FUZZ_SAMPLE := FuzzLines|FuzzThread|FuzzHTML|FuzzParse

test: setup-test ## lint, Go, window code, browser and window tests
	@rm -rf $(CACHE)/tally
	@$(call STAGE,lint)
	@$(call STAGE,build-headless)
	@$(call STAGE,test-go)
	@$(call STAGE,test-race)
	@$(call STAGE,fuzz) FUZZ='$(FUZZ_SAMPLE)'
	@$(call STAGE,test-frontend)
	@$(call STAGE,e2e)
	@$(call STAGE,window)
	@$(TALLY) sum $(CACHE)/tally

test-all: ## make test with whole tables instead of samples, every fuzz target, every package with the race detector
	@DENDRO_ALL=1 $(MAKE) --no-print-directory test RACE=./... FUZZ_SAMPLE=.

lint: $(MESSAGES) $(PAGE) ## golangci-lint, types, ESLint, formatting, language, drift of the bindings and of the licences
	@$(MAKE) --no-print-directory -j3 lint-types lint-go lint-page lint-bindings lint-notice lint-plain

lint-types:
	@cd frontend && $(NPM) run --silent check:types

lint-page:
	@cd frontend && $(NPM) run --silent check:lint && $(NPM) run --silent check:format

lint-go: $(GOLANGCI) # which runs go vet, too
	@$(GOLANGCI) run ./...
	@$(GOLANGCI) fmt --diff

lint-bindings:
	@sh build/bindings.sh check

# Phrases that make comments and messages hard to read.
lint-plain:
	@$(GO) run ./build/plain

lint-notice: $(BUNDLED)
	@$(GO) run ./build/notice check

# This compiles all Go code for each system, so no other target includes it.
lint-systems: ## go vet for macOS and Windows
	@for system in darwin windows; do CGO_ENABLED=0 GOOS=$$system $(GO) vet -tags bindings ./... || exit 1; done

# Tests allocate thousands of histories: less frequent garbage collection saves a third of
# the time. make lint vets the code.
GO_TEST  = GOGC=400 $(TALLY) go $(1) $(GO) test -vet=off -json -timeout 30m

test-go: ## all Go tests; PKG=./backend/thread for one package, DENDRO_TIMES=5 for more random cases
	@$(call GO_TEST,go) $(PKG)

# The packages in which two goroutines can meet at one value. Random cases and real histories
# find little more with the race detector, and take many times as long. Some tests wait for
# timeouts: others run in that time.
RACE ?= . $(addprefix ./backend/,api archive catalog desktop internal/disk library notes scan search session store watch window)

test-race: ## the quick tests of concurrent Go packages, with the race detector
	@$(call GO_TEST,race) -race -short -p $$((2 * $$(getconf _NPROCESSORS_ONLN))) $(RACE)

FUZZ ?= .

fuzz: ## every fuzz target for TIME; FUZZ="FuzzThread|FuzzHTML" for some
	@sh build/fuzz.sh $(TIME) '$(FUZZ)'

test-frontend: $(PACKAGES) ## unit tests of the window's own code
	@cd frontend && $(NPM) test --silent -- --reporter=default --reporter=json --outputFile=../$(CACHE)/tally/vitest.json

e2e: setup-test $(PACKAGES) $(PAGE) ## Playwright against the real app; ARGS="-g name" selects tests
	@$(GO) build -tags "dev $(TAGS)" -o $(BIN)/dendro-dev$(EXE) .
	@$(GO) run ./build/e2e $(BIN)/dendro-dev$(EXE) $(ARGS)

window: setup-test build ## the production binary in a real window under Xvfb
	@$(TALLY) go window $(GO) test -tags window -count=1 -parallel 3 -timeout 30m -json -run '^TestWindow' ./backend/window

realclient: build-headless ## scenarios with the real client against a stand-in; VERSIONS="2.1.332" ONLY="clear compact" for some; READER="2.1.332" resumes them all
	@$(GO) run ./backend/internal/realclient -dendro $(BIN)/dendro-headless$(EXE) -work $(CACHE)/realclient \
		-versions "$(VERSIONS)" -only "$(ONLY)" -reader "$(READER)" $(ARGS)

bench: build-headless ## Dendro beside wc and ripgrep on a synthetic history; SIZE=1G for another size
	@$(GO) run ./backend/internal/bench -bin $(BIN)/dendro-headless$(EXE) -size $(SIZE) $(ARGS)

bench-go: ## Go benchmarks
	@$(GO) test -run '^$$' -bench . -benchmem $(PKG)

bench-tree: $(PACKAGES) ## layout time of the tree of a chat of 2,000 sessions
	@cd frontend && $(NPM) run --silent bench

fmt: $(GOLANGCI) $(PACKAGES) ## format all code
	@$(GOLANGCI) fmt
	@cd frontend && $(NPM) run --silent format

include build/packages.mk

## Parts

setup:
	@sh build/setup.sh run

setup-test:
	@sh build/setup.sh test

setup-packages:
	@sh build/setup.sh packages

$(PACKAGES): frontend/package-lock.json | setup
	@echo "installing the frontend's packages"
	@cd frontend && $(NPM) ci --no-audit --no-fund --loglevel=error
	@touch $@

# The compiled message catalogue, for the type check and ESLint. Vite compiles its own.
$(MESSAGES): $(PACKAGES) $(shell find frontend/messages frontend/project.inlang/settings.json -type f 2>/dev/null)
	@cd frontend && $(NPM) run --silent messages
	@touch $@

$(PAGE): $(PACKAGES) $(PAGE_SRC)
	@echo "building the frontend"
	@cd frontend && $(NPM) run --silent build
	@touch $@ frontend/dist/.gitkeep $(BUNDLED)

# A by-product of building the page.
$(BUNDLED): $(PAGE)
	@test -e $@ || { rm $(PAGE) && $(MAKE) --no-print-directory $(PAGE); }

$(GOLANGCI):
	@mkdir -p $(CACHE)/bin
	@echo "building golangci-lint $(GOLANGCI_VERSION), once: this takes a few minutes"
	@GOBIN='$(CURDIR)/$(CACHE)/bin' $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_VERSION)
	@mv $(CACHE)/bin/golangci-lint$(EXE) $@

clean: ## remove build outputs
	@rm -rf $(BIN) $(CACHE)
	@find frontend/dist -mindepth 1 -not -name .gitkeep -delete
