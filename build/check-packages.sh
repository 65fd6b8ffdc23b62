#!/bin/bash
# Installs the packages in clean roots and uses them there as a person would: Debian 12 and 13,
# Ubuntu 24.04. In each: the commands alone, the package with the window in their place, an
# upgrade, the window with the demo on a display in memory, a dendro:// link, a chat of the
# person's own found and resumed in a terminal, the removal, after which nothing is left but what
# the person has.
#
#   check-packages.sh DIR [ROOT]...
#
# DIR holds the packages, and in old/ some of a lower version. Pictures stay in DIR/pictures.
# Needs root, mmdebstrap, and a mirror of each system; where one is missing it says so and
# leaves that root out.
# shellcheck disable=SC2016 # dpkg-query has variables of its own
set -euo pipefail
cd "$(dirname "$0")/.."

packages=$(realpath "$1")
shift
cache=$PWD/.cache/roots
pictures=$packages/pictures
work=$(mktemp -d)
root=""
started=()
session=91b91ac8-3535-4c4a-9a38-39c8c9131096 # of the demo

end() {
  for process in "${started[@]}"; do
    kill -- "-$process" 2>/dev/null || kill "$process" 2>/dev/null || true
  done
  leave
  rm -rf "$work"
}
trap end EXIT

say() { echo "test-packages: $*"; }
trap 'say "line $LINENO: $BASH_COMMAND" >&2' ERR
fail() {
  say "$*" >&2
  exit 1
}

# make_root NAME: a root with apt and nothing else, kept for the next time.
make_root() {
  [ ! -e "$cache/$1.tar" ] || return 0
  mkdir -p "$cache"
  case $1 in
  noble)
    ubuntu_keys || return 1
    mmdebstrap --quiet --format=tar --variant=apt --components=main,universe --keyring="$cache/ubuntu.gpg" noble "$cache/$1.part" \
      "${DENDRO_UBUNTU_MIRROR:-http://archive.ubuntu.com/ubuntu}"
    ;;
  *) mmdebstrap --quiet --format=tar --variant=apt "$1" "$cache/$1.part" ;;
  esac || return 1
  mv "$cache/$1.part" "$cache/$1.tar"
}

# ubuntu_keys: Debian signs a package with the keys of Ubuntu.
ubuntu_keys() {
  local keys=/usr/share/keyrings/ubuntu-archive-keyring.gpg
  [ ! -e "$cache/ubuntu.gpg" ] || return 0
  if [ -e $keys ]; then
    cp $keys "$cache/ubuntu.gpg"
    return 0
  fi
  make_root trixie || return 1
  enter trixie
  inside apt-get -qq update && inside apt-get -qq install ubuntu-keyring >/dev/null && cp "$root$keys" "$cache/ubuntu.gpg"
  local status=$?
  leave
  return $status
}

enter() {
  root=$work/$1
  mkdir "$root"
  tar -C "$root" -xf "$cache/$1.tar"
  mount --bind /proc "$root/proc"
  mount -t tmpfs -o mode=1777 tmp "$root/tmp"
  mount -t tmpfs -o mode=1777 shm "$root/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666,mode=0620 pts "$root/dev/pts" # for a terminal
  ln -sf pts/ptmx "$root/dev/ptmx"
  mkdir "$root/packages"
  mount --bind -o ro "$packages" "$root/packages"
  echo '#!/bin/sh' >"$root/usr/sbin/policy-rc.d" # no services
  echo 'exit 101' >>"$root/usr/sbin/policy-rc.d"
  chmod 755 "$root/usr/sbin/policy-rc.d"
  echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/fast"
  cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
}

leave() {
  [ -n "$root" ] || return 0
  for place in tmp/.X11-unix packages dev/pts dev/shm tmp proc; do
    ! mountpoint -q "$root/$place" || umount -l "$root/$place"
  done
  rm -rf --one-file-system "$root"
  root=""
}

inside() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"; }
# ada COMMAND...: as a person who has a display.
ada() {
  env -i PATH=/usr/bin:/bin LC_ALL=C.UTF-8 HOME=/home/ada USER=ada DISPLAY="$display" XDG_RUNTIME_DIR=/home/ada/run \
    DBUS_SESSION_BUS_ADDRESS="$bus" NO_AT_BRIDGE=1 GDK_BACKEND=x11 /usr/sbin/chroot --userspec=ada:ada "$root" "$@"
}
# install_package NAME [DIR]: one of ours.
install_package() {
  local file
  file=$(cd "$packages/${2:-.}" && echo "$1"_*.deb)
  inside apt-get -qq install --no-install-recommends -o Dpkg::Use-Pty=0 "/packages/${2:-.}/$file" >"$work/apt" 2>&1 || {
    cat "$work/apt"
    fail "apt-get install $file failed"
  }
}
version_of() { inside dpkg-query -W -f '${Version}' "$1"; }

# until_true WHAT COMMAND...
until_true() {
  local what=$1
  shift
  for _ in $(seq 240); do
    ! "$@" >/dev/null 2>&1 || return 0
    sleep 0.25
  done
  cat "$work/log" 2>/dev/null || true
  fail "$what"
}

window() { DISPLAY=$display xdotool search --onlyvisible --class '^dendro$' 2>/dev/null | tail -n 1; }
has_window() { [ -n "$(window)" ]; }
no_window() { [ -z "$(window)" ]; }
colours() { DISPLAY=$display import -window "$(window)" "$1" && identify -format '%k' "$1"; }
painted() { [ "$(colours "$work/look.png")" -gt 50 ]; }
# picture NAME: a screenshot, once the window no longer changes.
picture() {
  until_true "the window stays blank" painted
  local last="" now
  for _ in $(seq 40); do
    DISPLAY=$display import -window "$(window)" "$pictures/$1.png"
    now=$(identify -format '%#' "$pictures/$1.png")
    [ "$now" != "$last" ] || break
    last=$now
    sleep 1
  done
}

# process: of the window in this root, and of none beside it.
process() {
  local id
  for id in $(pgrep -x dendro-window); do
    [ "$(readlink "/proc/$id/root")" != "$root" ] || echo "$id"
  done | tail -n 1
}

# close_window ends the window's process as a session manager does.
close_window() {
  local id
  id=$(process)
  [ -n "$id" ] || fail "no process of the window"
  kill "$id"
  until_true "the window does not close" no_window
}

display=""
bus=""
start_display() {
  Xvfb -displayfd 3 -screen 0 1280x800x24 -nolisten tcp -noreset 3>"$work/display" >/dev/null 2>&1 &
  started+=($!)
  until_true "Xvfb does not start" test -s "$work/display"
  display=:$(cat "$work/display")
  DISPLAY=$display openbox >/dev/null 2>&1 &
  started+=($!)
}

# commands_alone: the package without the window.
commands_alone() {
  install_package dendro-headless
  [ "$(inside dpkg-query -W | wc -l)" -eq $((before + 1)) ] || fail "$1: the commands alone need other packages"
  ada dendro tree --demo --json | grep -q "$session" || fail "$1: tree does not know the demo"
  local says status=0
  says=$(ada dendro 2>&1) || status=$?
  [[ "$status $says" == "1 dendro: the window is not installed"* ]] || fail "$1: without a window it says: $says"
}

# with_window: the package with it, in the place of the other, and an upgrade.
with_window() {
  install_package dendro old
  ! inside dpkg-query -W -f '${Status}' dendro-headless 2>/dev/null | grep -q ' installed' || fail "$1: both packages are installed"
  local old
  old=$(version_of dendro)
  install_package dendro
  [ "$(version_of dendro)" != "$old" ] || fail "$1: $old was not upgraded"
  ada dendro --version | grep -qF "dendro $(version_of dendro) (" || fail "$1: dendro --version: $(ada dendro --version)"
  say "$1: upgraded from $old to $(ada dendro --version)"
}

use_window() {
  mkdir "$root/tmp/.X11-unix"
  mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
  : >"$work/bus"
  ada dbus-daemon --session --nofork --nosyslog --print-address=1 >"$work/bus" 2>/dev/null &
  started+=($!)
  until_true "$1: no session bus" test -s "$work/bus"
  bus=$(cat "$work/bus")
  ada dendro --demo >"$work/log" 2>&1 &
  started+=($!)
  until_true "$1: no window" has_window
  picture "$1-demo"
  close_window
  [ "$(ada xdg-mime query default x-scheme-handler/dendro)" = dendro.desktop ] || fail "$1: nothing opens dendro:// links"
  ada xdg-open "dendro://$session" >"$work/log" 2>&1 &
  started+=($!)
  until_true "$1: a link opens no window" has_window
  tr '\0' ' ' <"/proc/$(process)/cmdline" | grep -q "^dendro dendro://$session" || fail "$1: the window is not told of the link"
  picture "$1-link"
  # Beside a window that is open a link goes to that one.
  ada timeout 60 dendro "dendro://09c69c53-1ce4-4f87-9295-9cd206fe8687" || fail "$1: a second start: status $?"
  sleep 2
  picture "$1-second-link"
  ! cmp -s "$pictures/$1-link.png" "$pictures/$1-second-link.png" || fail "$1: the second link shows nothing else"
  close_window
}

# keys KEY...: for the window, as xdotool names them.
keys() {
  DISPLAY=$display xdotool windowfocus --sync "$(window)" key --delay 80 "$@"
}

# resume_a_chat: a person with a history, an installed Claude Code and a terminal starts Dendro
# for the first time, finds a chat by half-remembered words, and resumes it.
resume_a_chat() {
  inside apt-get -qq install --no-install-recommends xterm >/dev/null 2>&1 || fail "$1: xterm cannot be installed"
  cp -r backend/demo/root "$root/home/ada/.claude"
  mkdir -p "$root/home/ada/projects/upload-api"
  chown -R 1000:1000 "$root/home/ada"
  cat >"$root/usr/bin/claude" <<'END'
#!/bin/sh
[ "$1" != --version ] || { echo '2.1.332 (Claude Code)'; exit; }
echo "$PWD $*" >/home/ada/started
echo "$PWD $*"
sleep 60
END
  chmod 755 "$root/usr/bin/claude"
  ada dendro >"$work/log" 2>&1 &
  started+=($!)
  until_true "$1: no window" has_window
  picture "$1-first-start"
  keys ctrl+k
  DISPLAY=$display xdotool type --delay 40 'flakey webkit upload'
  sleep 2
  picture "$1-search"
  keys Return
  sleep 1
  picture "$1-found"
  keys r
  sleep 2
  picture "$1-plan"
  keys Return
  until_true "$1: no chat was resumed" test -s "$root/home/ada/started"
  [ "$(cat "$root/home/ada/started")" = "/home/ada/projects/upload-api --resume 847613bf-4d01-4867-9337-83d84b25b80b" ] ||
    fail "$1: resumed: $(cat "$root/home/ada/started")"
  DISPLAY=$display import -window root "$pictures/$1-resumed.png"
  close_window
}

# remove_all: the purge must leave only the person's own files.
remove_all() {
  inside apt-get -qq purge dendro >/dev/null 2>&1 || fail "$1: it cannot be removed"
  local left
  left=$(find "$root"/{bin,etc,lib,opt,usr,var} -xdev \( -iname '*dendro*' -o -iname 'mimeinfo.cache' \) -printf '/%P %p\n' |
    while read -r _ path; do
      case $path in
      */mimeinfo.cache) ! grep -q dendro "$path" || echo "$path" ;;
      */var/log/* | */var/cache/apt/*) ;;
      *) echo "$path" ;;
      esac
    done)
  [ -z "$left" ] || fail "$1: left behind: $left"
  [ -d "$root/home/ada/.cache/dendro" ] || fail "$1: the person's own files are gone"
}

try_root() {
  if ! make_root "$1"; then
    say "$1: left out: its root cannot be made here"
    return 0
  fi
  enter "$1"
  inside apt-get -qq update
  inside useradd --create-home ada 2>/dev/null || inside sh -c 'echo ada:x:1000:1000::/home/ada:/bin/sh >>/etc/passwd; echo ada:x:1000: >>/etc/group; mkdir -p /home/ada'
  mkdir -p "$root/home/ada/run"
  chown -R 1000:1000 "$root/home/ada"
  bus=""
  before=$(inside dpkg-query -W | wc -l)
  commands_alone "$1"
  inside apt-get -qq install --no-install-recommends dbus-daemon xdg-utils desktop-file-utils fonts-dejavu-core >/dev/null 2>&1 || fail "$1: the desktop's parts cannot be installed"
  with_window "$1"
  use_window "$1"
  resume_a_chat "$1"
  remove_all "$1"
  leave
  say "$1: installed, upgraded, started, opened a link, resumed a chat, removed"
}

try_archives() {
  local dir=$work/archive
  mkdir "$dir"
  tar -C "$dir" --strip-components=1 -xzf "$packages"/dendro-[0-9]*.tar.gz
  "$dir/bin/dendro" --version | grep -q '^dendro ' || fail "the archive: bin/dendro does not start"
  [ -x "$dir/lib/dendro/dendro-window" ] || fail "the archive has no window"
  if command -v rpm >/dev/null; then
    rpm --root "$work/rpm" --initdb
    rpm --root "$work/rpm" --nodeps --noscripts -i "$packages"/dendro-[0-9]*.rpm
    "$work/rpm/usr/bin/dendro" --version | grep -q '^dendro ' || fail "the .rpm: dendro does not start"
    rpm --root "$work/rpm" -e dendro
    [ -z "$(find "$work/rpm/usr" -name '*dendro*')" ] || fail "the .rpm leaves files behind"
    say "the .rpm goes in and out"
  fi
}

check_linux() {
  lintian --allow-root --fail-on error "$packages"/*.deb || fail "lintian finds errors"
  say "lintian finds no errors"
  dpkg-deb --fsys-tarfile "$packages"/dendro_*.deb | tar -C "$work" -xf - ./usr/share
  appstreamcli validate --no-net "$work/usr/share/metainfo/app.dendro.Dendro.metainfo.xml"
  desktop-file-validate "$work/usr/share/applications/dendro.desktop"
}

rm -rf "$pictures"
mkdir -p "$pictures"
check_linux
try_archives
if [ "$(id -u)" != 0 ] || ! command -v mmdebstrap >/dev/null; then
  say "the roots are left out: they need root, and mmdebstrap"
  exit 0
fi
start_display
[ $# -gt 0 ] || set -- bookworm trixie noble
for name in "$@"; do
  try_root "$name"
done
