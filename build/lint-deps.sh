#!/bin/sh
# Looks for known vulnerabilities in the linked and bundled code: govulncheck and npm audit. If
# a vulnerability service cannot be reached, the script prints that and does not fail.
#
#   lint-deps.sh GOVULNCHECK
set -eu
cd "$(dirname "$0")/.."

log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0

if "$@" -tags desktop,production,webkit2_41 ./... >"$log" 2>&1; then
  tail -n 3 "$log"
elif grep -qE 'fetching vulnerabilities|connection|no such host|dial tcp|unexpected (HTTP )?status|HTTP GET' "$log"; then
  echo "lint-deps: Go's list of vulnerabilities cannot be reached: not checked"
else
  cat "$log" >&2
  status=1
fi

if (cd frontend && npm audit --omit=dev) >"$log" 2>&1; then
  cat "$log"
elif grep -qE 'audit endpoint returned an error|ENOAUDIT|E404|E405|ENOTFOUND|ECONN|ETIMEDOUT|NOT_IMPLEMENTED|Not Found|403' "$log"; then
  echo "lint-deps: this npm registry does not audit: not checked"
else
  cat "$log" >&2
  status=1
fi
exit $status
