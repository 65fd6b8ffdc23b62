#!/bin/sh
# Installs or uninstalls Dendro. Packages are made of the same files.
#
#   install.sh install|uninstall
#
#   DESTDIR   a directory used in place of /; with it nothing is registered
#   PREFIX    /usr/local by default
#   WINDOW    the window's binary; empty for a package without the window
#   COMMANDS  the binary of the commands
#   MANUAL    the output directory of build/manual
#   VERSION, SOURCE_DATE_EPOCH   of the installed program
#   PACKAGE   the name of the directory of the licences: dendro by default
#   ZSHDIR    where zsh looks for completions, below PREFIX
set -eu
umask 022
cd "$(dirname "$0")/../.."

prefix=${PREFIX:-/usr/local}
package=${PACKAGE:-dendro}
zsh=${ZSHDIR:-share/zsh/site-functions}
root=${DESTDIR:-}$prefix
sizes="16 22 24 32 48 64 128 256 512"

# files lists all installed files below the prefix, those of the window last.
files() {
  printf '%s\n' bin/dendro share/man/man1/dendro.1.gz share/bash-completion/completions/dendro "$zsh/_dendro" \
    share/fish/vendor_completions.d/dendro.fish "share/doc/$package/copyright" "share/doc/$package/NOTICE.gz"
  printf '%s\n' lib/dendro/dendro-window share/applications/dendro.desktop share/metainfo/app.dendro.Dendro.metainfo.xml \
    share/icons/hicolor/scalable/apps/dendro.svg
  for size in $sizes; do
    echo "share/icons/hicolor/${size}x${size}/apps/dendro.png"
  done
}

# put MODE FROM TO
put() {
  mkdir -p "$root/$(dirname "$3")"
  install -m "$1" "$2" "$root/$3"
}

# put_from_stdin TO
put_from_stdin() {
  mkdir -p "$root/$(dirname "$1")"
  cat >"$root/$1"
  chmod 644 "$root/$1"
}

install_commands() {
  put 755 "$COMMANDS" bin/dendro
  gzip -9n <"$MANUAL/dendro.1" | put_from_stdin share/man/man1/dendro.1.gz
  put 644 "$MANUAL/dendro.bash" share/bash-completion/completions/dendro
  put 644 "$MANUAL/_dendro" "$zsh/_dendro"
  put 644 "$MANUAL/dendro.fish" share/fish/vendor_completions.d/dendro.fish
  put 644 LICENSE "share/doc/$package/copyright"
  gzip -9n <build/NOTICE | put_from_stdin "share/doc/$package/NOTICE.gz"
}

install_window() {
  put 755 "$WINDOW" lib/dendro/dendro-window
  exec=$prefix/bin/dendro
  [ "$prefix" != /usr ] || exec=dendro
  sed "s|^Exec=dendro |Exec=$exec |" build/linux/dendro.desktop | put_from_stdin share/applications/dendro.desktop
  date=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%d)
  sed "s/@VERSION@/$VERSION/; s/@DATE@/$date/" build/linux/app.dendro.Dendro.metainfo.xml |
    put_from_stdin share/metainfo/app.dendro.Dendro.metainfo.xml
  put 644 build/linux/dendro.svg share/icons/hicolor/scalable/apps/dendro.svg
  for size in $sizes; do
    icon=build/linux/icons/$size.png
    [ "$size" != 128 ] || icon=build/linux/dendro.png
    put 644 "$icon" "share/icons/hicolor/${size}x${size}/apps/dendro.png"
  done
}

# register registers the program and dendro: links with the desktop.
register() {
  [ -z "${DESTDIR:-}" ] || return 0
  if command -v update-desktop-database >/dev/null 2>&1 && [ -d "$root/share/applications" ]; then
    update-desktop-database -q "$root/share/applications"
  else
    echo "dendro:// links are known to the desktop once update-desktop-database has run on $root/share/applications" >&2
  fi
  if command -v gtk-update-icon-cache >/dev/null 2>&1 && [ -e "$root/share/icons/hicolor/index.theme" ]; then
    gtk-update-icon-cache -q "$root/share/icons/hicolor"
  fi
}

uninstall() {
  files | while read -r file; do
    rm -f "$root/$file"
  done
  # Empty directories were created for Dendro alone, or will be recreated by others.
  rmdir "$root/lib/dendro" "$root/share/doc/$package" 2>/dev/null || true
}

case $prefix in
*[!A-Za-z0-9/._+-]*)
  echo "install: PREFIX holds characters that a desktop file cannot name: $prefix" >&2
  exit 1
  ;;
esac
case ${1:-} in
install)
  install_commands
  [ -z "${WINDOW:-}" ] || install_window
  register
  ;;
uninstall)
  uninstall
  register
  ;;
*)
  echo "usage: install.sh install|uninstall" >&2
  exit 2
  ;;
esac
