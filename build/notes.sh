#!/bin/sh
# Writes the notes of a release from the commits since the one before.
#
#   notes.sh TAG
set -eu
cd "$(dirname "$0")/.."

tag=$1
before=$(git describe --tags --abbrev=0 --match 'v[0-9]*' "$tag^" 2>/dev/null || true)
echo "## What is new"
echo
git log --reverse --no-merges --format='- %s' "${before:+$before..}$tag"
cat <<'END'

## Install

The README says how. Each file here was built by the release workflow from this tag: `sha256sum --check --ignore-missing SHA256SUMS` compares
what was downloaded, and `gh attestation verify FILE --owner OWNER` says who built it.
END
