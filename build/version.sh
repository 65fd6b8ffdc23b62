#!/bin/sh
# Prints the version, derived from the git tags:
#   version.sh number    NUMBER, the version of the next release
#   version.sh version   1.2.3 at the tag v1.2.3, 1.2.3+4.gCOMMIT four commits later,
#                        NUMBER~dev.N.gCOMMIT before there is any tag; .modified at the
#                        end if files were changed. NUMBER is the one in wails.json.
#   version.sh commit    the commit, or nothing if files were changed
#   version.sh date      the commit's date in seconds: SOURCE_DATE_EPOCH
#   version.sh ldflags   the linker flags
# Without git the version is NUMBER, and the date the first day of 2026.
set -eu
cd "$(dirname "$0")/.."

number() { sed -n 's/.*"productVersion": *"\([^"]*\)".*/\1/p' wails.json; }
in_git() { [ -e .git ] && git rev-parse --verify --quiet HEAD >/dev/null 2>&1; }
changed() { [ -n "$(git status --porcelain --untracked-files=no)" ]; }

version() {
  in_git || {
    number
    return
  }
  if described=$(git describe --tags --long --abbrev=9 --match 'v[0-9]*' 2>/dev/null); then
    base=${described%-*-g*}
    behind=${described#"$base"-}
    version=${base#v}
    [ "${behind%%-*}" = 0 ] || version="$version+${behind%%-*}.${behind#*-}"
  else
    version="$(number)~dev.$(git rev-list --count HEAD).g$(git rev-parse --short=9 HEAD)"
  fi
  if changed; then
    case $version in
    *+* | *~*) version="$version.modified" ;;
    *) version="$version+modified" ;;
    esac
  fi
  echo "$version"
}

commit() { ! in_git || changed || git rev-parse HEAD; }

date() {
  if [ -n "${SOURCE_DATE_EPOCH:-}" ]; then
    echo "$SOURCE_DATE_EPOCH"
  elif in_git; then
    git log -1 --format=%ct
  else
    echo 1767225600 # 2026-01-01, before any release
  fi
}

ldflags() {
  package=dendro/backend/version
  echo "-s -w -buildid= -X $package.described=$(version) -X $package.commit=$(commit)"
}

case ${1:-version} in
number | version | commit | date | ldflags) "${1:-version}" ;;
*)
  echo "usage: version.sh [number|version|commit|date|ldflags]" >&2
  exit 2
  ;;
esac
