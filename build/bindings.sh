#!/bin/sh
# bindings.sh write: writes frontend/wailsjs from the bound methods of App.
# bindings.sh check: fails if the committed files are out of date.
#
# It does the same as `wails generate module`, without building the Wails CLI: the
# program built with the tag bindings writes the files below its working directory.
set -eu
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cp wails.json "$work/"
mkdir "$work/frontend"
go build -tags bindings -o "$work/generate" .
(cd "$work" && tsprefix="" tssuffix="" tsoutputtype=interfaces ./generate >"$work/log" 2>&1) || {
  cat "$work/log" >&2
  exit 1
}
find "$work/frontend/wailsjs" -type f -exec chmod 644 {} +

case ${1:-check} in
write)
  rm -rf frontend/wailsjs
  cp -R "$work/frontend/wailsjs" frontend/wailsjs
  ;;
check)
  diff -ru frontend/wailsjs "$work/frontend/wailsjs" >&2 || {
    echo "frontend/wailsjs is out of date: run make bindings" >&2
    exit 1
  }
  ;;
*)
  echo "usage: bindings.sh write|check" >&2
  exit 2
  ;;
esac
