#!/bin/sh
# Draws the PNG icons from the one source, build/linux/dendro.svg, with a
# headless Chromium. Needed only after a change of the SVG: the PNGs are committed.
set -eu
cd "$(dirname "$0")"

browser=$(sh ./find-browser.sh)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# draw SIZE FILE
draw() {
  printf '<!doctype html><style>html,body{margin:0;background:transparent}img{display:block;width:%spx;height:%spx}</style><img src="data:image/svg+xml;base64,%s">' \
    "$1" "$1" "$(base64 <linux/dendro.svg | tr -d '\n')" >"$work/icon.html"
  "$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars --disable-background-networking \
    --user-data-dir="$work/profile" --default-background-color=00000000 --force-device-scale-factor=1 \
    --window-size="$1,$1" --screenshot="$2" "file://$work/icon.html" 2>"$work/log" || {
    cat "$work/log" >&2
    exit 1
  }
  echo "wrote build/$2"
}

draw 1024 appicon.png
draw 128 linux/dendro.png
for size in 16 22 24 32 48 64 256 512; do
  draw $size linux/icons/$size.png
done
