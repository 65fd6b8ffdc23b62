#!/bin/sh
# fuzz.sh [TIME]: every fuzz target for so long, 3s without it, one after the other.
#
# What is interesting is not made as small as can be: Go takes a minute for that at
# each input, in which nothing new is tried.
set -eu
cd "$(dirname "$0")/.."

# ended LOG: nothing failed but Go's own end of the time, which it takes for a failure where
# it looks at one context before the other one has ended too (golang/go#75804). Whatever a
# target finds is written down, and said to be.
ended() {
  echo "$1" | grep -qx ' *context deadline exceeded' && ! echo "$1" | grep -q 'Failing input'
}

time=${1:-3s}
grep -rno '^func Fuzz[A-Za-z0-9_]*' --include='*_test.go' backend | sort |
  while IFS=: read -r file _ name; do
    name=${name#func }
    package=./$(dirname "$file")
    log=$(go test -vet=off -run '^$' -fuzz "^$name\$" -fuzztime "$time" -fuzzminimizetime 10x "$package" 2>&1) || ended "$log" || {
      echo "$log"
      exit 1
    }
    echo "$package $name: $(echo "$log" | sed -n 's/^fuzz: elapsed:.*execs: \([0-9]*\).*/\1/p' | tail -n 1) inputs"
  done
