#!/bin/sh
# Prints the path of a Chromium for the browser tests: $DENDRO_BROWSER, else the first
# one on PATH, preferably the headless shell, which takes a third less time. Exits with
# status 1 if there is none.
set -eu
for name in "${DENDRO_BROWSER:-}" chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable chrome; do
  [ -n "$name" ] || continue
  if path=$(command -v "$name" 2>/dev/null); then
    echo "$path"
    exit 0
  fi
done
for path in "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" \
  "/Applications/Chromium.app/Contents/MacOS/Chromium"; do
  if [ -x "$path" ]; then
    echo "$path"
    exit 0
  fi
done
exit 1
