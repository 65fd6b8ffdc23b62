#!/bin/sh
# fuzz.sh [TIME [PATTERN]]: runs the fuzz targets that match the extended regular expression,
# one after the other, for TIME each (default: all, 3s).
#
# Interesting inputs are not minimized: Go takes a minute for that at each input, in
# which it tries nothing new.
set -eu
cd "$(dirname "$0")/.."

# ended LOG: the only failure is Go's own timeout, which it reports as a failure if one of
# its two contexts ends before the other (golang/go#75804). A real finding is written to a
# file, and the log says so.
ended() {
  echo "$1" | grep -qx ' *context deadline exceeded' && ! echo "$1" | grep -q 'Failing input'
}

time=${1:-3s}
pattern=${2:-.}
grep -rno '^func Fuzz[A-Za-z0-9_]*' --include='*_test.go' backend | grep -E "func ($pattern)" | sort |
  while IFS=: read -r file _ name; do
    name=${name#func }
    package=./$(dirname "$file")
    log=$(go test -vet=off -run '^$' -fuzz "^$name\$" -fuzztime "$time" -fuzzminimizetime 10x "$package" 2>&1) || ended "$log" || {
      echo "$log"
      exit 1
    }
    echo "$package $name: $(echo "$log" | sed -n 's/^fuzz: elapsed:.*execs: \([0-9]*\).*/\1/p' | tail -n 1) inputs"
  done
