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

.PHONY: manual install uninstall package test-packages test-same package-windows smoke-windows package-macos lint-deps lint-workflows sbom

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

test-packages: setup-packages package ## the packages in clean roots of Debian and Ubuntu; ROOTS=bookworm for one
	@$(LAYOUT) NFPM='$(CURDIR)/$(NFPM)' VERSION=0.0.1 sh build/linux/package.sh $(OUT)/old
	@bash build/check-packages.sh $(OUT) $(ROOTS)

test-same: setup $(PACKAGES) $(NFPM) ## the packages of the last commit, built in two directories, are the same bytes
	@sh build/check-same.sh

WINRES_VERSION := v0.3.3
WINRES         := $(CACHE)/bin/go-winres-$(WINRES_VERSION)

package-windows: $(PAGE) $(WINRES) ## the packages for Windows: .zip, and the installer where makensis is installed
	@VERSION='$(VERSION)' SOURCE_DATE_EPOCH=$$(sh build/version.sh date) LDFLAGS='$(LDFLAGS)' WINRES='$(CURDIR)/$(WINRES)' \
		sh build/windows/package.sh $(BIN)/windows

$(WINRES):
	@mkdir -p $(CACHE)/bin
	@GOBIN='$(CURDIR)/$(CACHE)/bin' $(GO) install github.com/tc-hib/go-winres@$(WINRES_VERSION)
	@mv $(CACHE)/bin/go-winres$(EXE) $@

smoke-windows: package-windows build-headless ## the programs for Windows under Wine, where it is installed
	@bash build/windows/smoke.sh $(BIN)/windows $(BIN)/dendro-headless

package-macos: $(PAGE) manual ## the app and its .dmg, on macOS; SIGN_IDENTITY and NOTARY_… to sign and notarize it
	@$(WAILS) build -m -nosyncgomod -s -skipbindings -trimpath -ldflags "$(LDFLAGS)" -platform darwin/universal
	@VERSION='$(VERSION)' LDFLAGS='$(LDFLAGS)' MANUAL=$(MANUAL) sh build/darwin/package.sh $(BIN)/dendro.app $(BIN)/macos

## Dependencies

VULNCHECK  := golang.org/x/vuln/cmd/govulncheck@v1.9.0
CYCLONEDX  := github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.10.0
ACTIONLINT := github.com/rhysd/actionlint/cmd/actionlint@v1.7.12

lint-deps: $(PACKAGES) ## known faults of what is linked and bundled: govulncheck, npm audit
	@sh build/lint-deps.sh $(GO) run $(VULNCHECK)

lint-workflows: ## the workflows of GitHub
	@$(GO) run $(ACTIONLINT)

sbom: build $(PACKAGES) ## what the window is made of, as CycloneDX, build/bin/sbom
	@mkdir -p $(BIN)/sbom
	@$(GO) run $(CYCLONEDX) bin -json -noserial -version '$(VERSION)' -output $(BIN)/sbom/dendro-$(VERSION)-go.cdx.json $(PROGRAM)
	@cd frontend && $(NPM) sbom --sbom-format cyclonedx --omit dev >../$(BIN)/sbom/dendro-$(VERSION)-npm.cdx.json
