#!/bin/sh
# Writes the cask with which Homebrew installs the app.
#
#   cask.sh VERSION IMAGE HOMEPAGE
set -eu
cd "$(dirname "$0")"

sum=$(sha256sum "$2" | cut -d ' ' -f 1)
sed -e "s|@VERSION@|$1|g" -e "s|@SHA256@|$sum|g" -e "s|@HOMEPAGE@|$3|g" dendro.rb
