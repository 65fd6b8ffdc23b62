#!/bin/sh
# Ensures that this machine can build (setup.sh run), also test (setup.sh test), or check
# packages of (setup.sh packages) Dendro. Silent and quick if nothing is missing. On Debian and Ubuntu it installs
# missing packages, as root or through sudo; on other systems it names them.
set -eu

goal=${1:-run}
missing=""

say() { echo "setup: $*" >&2; }
fail() {
  say "$*"
  exit 1
}
have() { command -v "$1" >/dev/null 2>&1; }
# need PACKAGE COMMAND...: PACKAGE is missing when the check COMMAND fails.
need() {
  package=$1
  shift
  "$@" >/dev/null 2>&1 || missing="$missing $package"
}

# at_least HAVE WANT: compares dotted versions by their first two numbers.
at_least() {
  [ "$(printf '%s\n%s\n' "$2" "$1" | sort -t. -k1,1n -k2,2n | head -n 1)" = "$2" ]
}

check_languages() {
  have go || fail "Go is missing: install Go 1.26 or newer from https://go.dev/dl/"
  version=$(go env GOVERSION | sed 's/^go\([0-9]*\.[0-9]*\).*/\1/')
  at_least "$version" 1.26 || fail "Go $version is too old: install Go 1.26 or newer from https://go.dev/dl/"
  have node && have npm || fail "Node.js is missing: install Node.js 20.19, 22.12 or newer from https://nodejs.org/"
  version=$(node --version | sed 's/^v\([0-9]*\.[0-9]*\).*/\1/')
  at_least "$version" 20.19 || fail "Node.js $version is too old: install 20.19, 22.12 or newer from https://nodejs.org/"
}

has_cjk_font() { [ -n "$(fc-list :lang=ja file 2>/dev/null | head -n 1)" ]; }
has_browser() { sh "$(dirname "$0")/find-browser.sh"; }

check_linux() {
  need gcc have gcc
  need libc6-dev test -e /usr/include/stdlib.h
  need pkg-config have pkg-config
  need libgtk-3-dev pkg-config --exists gtk+-3.0
  need libwebkit2gtk-4.1-dev pkg-config --exists webkit2gtk-4.1
  if [ "$goal" = packages ]; then
    need lintian have lintian
    need appstream have appstreamcli
    need desktop-file-utils have desktop-file-validate
    need rpm have rpm
    need mmdebstrap have mmdebstrap
    need debian-archive-keyring test -e /usr/share/keyrings/debian-archive-keyring.gpg
    need xvfb have Xvfb
    need xdotool have xdotool
    need openbox have openbox
    need imagemagick have import
  fi
  [ "$goal" = test ] || return 0
  need xvfb have Xvfb
  need xdotool have xdotool
  need openbox have openbox
  need xterm have xterm
  need strace have strace
  need dbus-daemon have dbus-daemon
  need imagemagick have import
  need fontconfig have fc-list
  need fonts-noto-cjk has_cjk_font
  need chromium-headless-shell has_browser
}

# debian_names: not every release has Chromium's headless shell.
debian_names() {
  apt-cache show chromium-headless-shell >/dev/null 2>&1 ||
    missing=$(echo "$missing" | sed 's/chromium-headless-shell/chromium/')
}

install_debian() {
  say "installing$missing"
  if [ "$(id -u)" = 0 ]; then
    as_root=""
  elif have sudo; then
    as_root=sudo
    say "this needs root: sudo may ask for your password"
  else
    fail "not root and no sudo: as root, run: apt-get install$missing"
  fi
  log=$(mktemp)
  # shellcheck disable=SC2086 # lists of words
  if $as_root apt-get update >"$log" 2>&1 && debian_names &&
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing >>"$log" 2>&1; then
    rm -f "$log"
    say "done"
  else
    tail -n 20 "$log" >&2
    rm -f "$log"
    fail "apt-get failed: install these by hand:$missing"
  fi
}

check_languages
case "$(uname -s)" in
Linux)
  check_linux
  [ -n "$missing" ] || exit 0
  have apt-get || fail "missing (by their Debian names):$missing
setup: Fedora: dnf install gcc pkgconf-pkg-config gtk3-devel webkit2gtk4.1-devel
setup: Arch:   pacman -S gcc pkgconf gtk3 webkit2gtk-4.1
setup: tests also want Xvfb, xdotool, openbox, xterm, ImageMagick, dbus, Noto CJK fonts and Chromium"
  install_debian
  missing=""
  check_linux
  [ -z "$missing" ] || fail "still missing after the installation:$missing"
  ;;
Darwin)
  xcode-select -p >/dev/null 2>&1 || fail "the command line tools are missing: run: xcode-select --install"
  [ "$goal" != test ] || has_browser >/dev/null || fail "the browser tests need Chromium or Google Chrome"
  ;;
MINGW* | MSYS* | CYGWIN*)
  [ "$goal" != test ] || has_browser >/dev/null || say "the browser tests need Chrome: set DENDRO_BROWSER to its path"
  ;;
*)
  fail "$(uname -s) is not supported: Dendro runs on Linux, macOS and Windows"
  ;;
esac
