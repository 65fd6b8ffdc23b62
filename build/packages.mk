## Packages

NFPM_VERSION := v2.43.0
NFPM         := $(CACHE)/bin/nfpm-$(NFPM_VERSION)
PREFIX       ?= /usr/local
DESTDIR      ?=
OUT          := $(BIN)/packages
MANUAL       := $(BIN)/manual

# What is installed and packed, and of when.
LAYOUT = VERSION='$(VERSION)' SOURCE_DATE_EPOCH=$$(sh build/version.sh date) \
	WINDOW=$(PROGRAM) COMMANDS=$(BIN)/dendro-headless$(EXE) MANUAL=$(MANUAL)

.PHONY: manual install uninstall package test-same

manual: ## the manual page and the completions of the shells, build/bin/manual
	@$(GO) run ./build/manual '$(VERSION)' $$(sh build/version.sh date) $(MANUAL)

install: build build-headless manual ## install below PREFIX (/usr/local), or DESTDIR and PREFIX
	@$(LAYOUT) PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' sh build/linux/install.sh install

uninstall: ## remove what make install has installed there
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' sh build/linux/install.sh uninstall

package: build build-headless manual $(NFPM) ## the packages for Linux, build/bin/packages
	@rm -rf $(OUT)
	@$(LAYOUT) NFPM='$(CURDIR)/$(NFPM)' sh build/linux/package.sh $(OUT)
	@cd $(OUT) && sha256sum *

$(NFPM):
	@mkdir -p $(CACHE)/bin
	@echo "building nfpm $(NFPM_VERSION), once: this takes a minute or two"
	@GOBIN='$(CURDIR)/$(CACHE)/bin' $(GO) install github.com/goreleaser/nfpm/v2/cmd/nfpm@$(NFPM_VERSION)
	@mv $(CACHE)/bin/nfpm$(EXE) $@

test-same: setup $(PACKAGES) $(NFPM) ## the packages of the last commit, built in two directories, are the same bytes
	@sh build/check-same.sh
