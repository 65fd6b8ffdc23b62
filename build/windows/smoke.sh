#!/bin/bash
# Runs the Windows programs under Wine. Their answers about the demo, and about a history with
# Windows paths, must equal those on Linux. The installer must install and uninstall silently.
#
#   smoke.sh DIR COMMANDS
#
# DIR contains the packages for Windows, COMMANDS is the program for this system. Wine 8 lacks
# the DLL from which Go reads random numbers; the test builds a replacement in its own prefix.
set -euo pipefail
cd "$(dirname "$0")/../.."

packages=$(realpath "$1")
commands=$(realpath "$2")
for tool in wine x86_64-w64-mingw32-gcc jq unzip; do
  command -v $tool >/dev/null || {
    echo "smoke-windows: left out: $tool is not installed (on Debian: wine wine64 gcc-mingw-w64-x86-64 jq unzip)"
    exit 0
  }
done
work=$(mktemp -d)
trap 'wineserver -k 2>/dev/null || /usr/lib/wine/wineserver64 -k 2>/dev/null || true; rm -rf "$work"' EXIT
export WINEPREFIX=$work/prefix WINEARCH=win64 WINEDEBUG=-all DISPLAY="" TZ=UTC
export DENDRO_CACHE_DIR
c=$WINEPREFIX/drive_c
failed=0

say() { echo "smoke-windows: $*"; }
fail() {
  say "FAILED: $*"
  failed=$((failed + 1))
}

wineboot -i >/dev/null 2>&1
x86_64-w64-mingw32-gcc -shared -O1 -o "$c/windows/system32/bcryptprimitives.dll" build/windows/bcryptprimitives.c -ladvapi32
unzip -qo "$packages"/*.zip -d "$c"
cp -R build/windows/history "$c/history"
program=$(echo "$c"/dendro-*/dendro.exe)

# both NAME ARG...: asks on both systems, "@" is the root of the history on each. The answers
# have to be equal, but for the fields that name the system or its paths.
both() {
  local name=$1 linux=() windows=() arg
  shift
  for arg in "$@"; do
    linux+=("${arg/#@/$PWD/build/windows/history}")
    windows+=("${arg/#@/C:\\history}")
  done
  local here=0 there=0
  DENDRO_CACHE_DIR=$work/cache "$commands" "${linux[@]}" >"$work/here" 2>"$work/here.err" || here=$?
  DENDRO_CACHE_DIR='C:\cache' wine "$program" "${windows[@]}" >"$work/there" 2>"$work/there.err" || there=$?
  case $name in
  doctor*) plain='del(.program) | .roots[].path |= "root"' ;;
  resume*) plain='del(.command, .env, .why)' ;;
  *) plain=. ;;
  esac
  if [ $here != $there ]; then
    fail "$name: status $here on Linux, $there on Windows: $(cat "$work/there.err")"
  elif ! [ -s "$work/there" ]; then
    fail "$name: no answer: $(cat "$work/there.err")"
  elif [[ " $* " == *" --json "* || " $* " == *" json "* ]]; then
    jq -S "$plain" "$work/here" >"$work/here.json"
    jq -S "$plain" "$work/there" >"$work/there.json"
    compare "$name" "$work/here.json" "$work/there.json"
  else
    compare "$name" "$work/here" "$work/there"
  fi
}

compare() {
  if diff "$2" "$3"; then
    say "$1: the same, $(wc -c <"$work/there") bytes"
  else
    fail "$1: another answer"
  fi
}

commands_answer_alike() {
  local session
  say "$(wine "$program" --version)"
  session=91b91ac8-3535-4c4a-9a38-39c8c9131096
  both "tree" tree --demo --json
  both "tree, as text" tree --demo
  both "show" show --demo --json $session
  both "search" search --demo --json limiter
  both "doctor" doctor --demo --json
  for format in md html json; do
    both "export, $format" export --demo --format $format $session
  done
  both "resume" resume --demo --print --json $session
  both "tree, Windows' paths" tree --root @ --json
  both "search, Windows' paths" search --root @ --json path
  both "search file:, Windows' paths" search --root @ --json file:limit.go
  both "doctor, Windows' paths" doctor --root @ --json
  for number in 1 2 3 4; do
    session=11111111-0000-4000-8000-00000000000$number
    both "show $number, Windows' paths" show --root @ --json $session
    both "export $number, Windows' paths" export --root @ --format json $session
    both "resume $number, Windows' paths" resume --root @ --print --json $session
    jq -e --arg last "; claude --resume $session" '.command | endswith($last)' "$work/there" >/dev/null || fail "resume $number: $(cat "$work/there")"
  done
  local status=0
  DENDRO_CACHE_DIR="C:\\cache" wine "$program" show --demo ffffffff >/dev/null 2>"$work/there.err" || status=$?
  [ $status = 1 ] || fail "a session that is not there: status $status, $(cat "$work/there.err")"
}

# known KEY WORD: the registry has a word there.
known() { query "$1" | grep -q "$2"; }
query() { wine reg query "$@" 2>/dev/null | tr -d '\r'; }

installer_goes_in_and_out() {
  local installer dir links='HKCU\Software\Classes\dendro\shell\open\command'
  installer=$(echo "$packages"/*-installer.exe)
  if ! [ -e "$installer" ]; then
    say "no installer was built: left out"
    return 0
  fi
  # Its first user is also one with a PATH.
  wine reg add 'HKCU\Environment' /v Path /t REG_EXPAND_SZ /d 'C:\tools' /f >/dev/null 2>&1
  wine "$installer" /S /NOWEBVIEW
  dir=$(find "$c/users" -type d -path '*AppData/Local/Programs/Dendro')
  for file in dendro.exe dendro-window.exe LICENSE.txt NOTICE.txt uninstall.exe; do
    [ -e "$dir/$file" ] || fail "the installer has not installed $file"
  done
  wine "$dir/dendro.exe" --version | grep -q '^dendro ' || fail "what is installed does not start"
  query "$links" | grep -q 'dendro-window.exe" "%1"' || fail "dendro:// links are not registered"
  query 'HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\Dendro' | grep -q DisplayVersion || fail "Windows does not know how to remove it"
  query 'HKCU\Environment' /v Path | grep -q 'C:\\tools;.*Programs\\Dendro$' || fail "PATH: $(query 'HKCU\Environment' /v Path)"
  say "installed: $(find "$dir" -type f -printf '%f %s bytes, ')"
  wine "$installer" /S /NOWEBVIEW # over itself
  [ "$(query 'HKCU\Environment' /v Path | grep -o 'Programs.Dendro' | wc -l)" = 1 ] || fail "PATH names it twice"
  wine "$dir/uninstall.exe" /S
  for _ in $(seq 120); do
    [ -e "$dir" ] || known "$links" dendro-window || break
    sleep 0.5
  done
  [ ! -e "$dir" ] || fail "the uninstaller leaves $(ls "$dir")"
  ! known "$links" dendro-window || fail "dendro:// links are registered still"
  ! known 'HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\Dendro' DisplayName || fail "Windows lists it still"
  query 'HKCU\Environment' /v Path | grep -q 'C:\\tools$' || fail "PATH is left as $(query 'HKCU\Environment' /v Path)"
  [ -z "$(find "$c/users" -iname '*dendro*' -not -path '*/cache/*')" ] || fail "left behind: $(find "$c/users" -iname '*dendro*')"
  say "installed and removed"
}

commands_answer_alike
installer_goes_in_and_out
[ $failed = 0 ] || {
  say "$failed failed"
  exit 1
}
say "all the same"
