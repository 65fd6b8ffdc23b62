#!/bin/sh
# Builds the packages of the last commit in two directories, one after the other, and fails
# if they differ.
set -eu
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# build DIR: clones, and shares the downloads: node's packages and the tools.
build() {
  mkdir -p "$(dirname "$1")"
  git clone --quiet --no-hardlinks . "$1"
  cp -al frontend/node_modules "$1/frontend/node_modules"
  touch "$1/frontend/node_modules/.package-lock.json"
  mkdir -p "$1/.cache"
  cp -al .cache/bin "$1/.cache/bin"
  make --no-print-directory -C "$1" package >"$1.log" 2>&1 || {
    cat "$1.log" >&2
    exit 1
  }
  (cd "$1/build/bin/packages" && sha256sum -- *) >"$1.sums"
}

build "$work/one"
build "$work/another directory with a longer name/two"
if ! diff "$work/one.sums" "$work/another directory with a longer name/two.sums"; then
  echo "the same commit makes other packages in another directory" >&2
  exit 1
fi
cat "$work/one.sums"
echo "the same bytes from two directories"
