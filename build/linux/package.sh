#!/bin/sh
# Makes the packages for Linux from built binaries: a .deb, an .rpm and a .tar.gz,
# with the window and without.
#
#   package.sh DIR
#
# Needs WINDOW, COMMANDS and MANUAL, see install.sh; VERSION, SOURCE_DATE_EPOCH, and NFPM. The
# same sources make the same bytes: every file has the date of the commit.
#   MAINTAINER, HOMEPAGE   the contact for the packages
set -eu
umask 022
cd "$(dirname "$0")/../.."

out=$1
mkdir -p "$out"
out=$(cd "$out" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

MAINTAINER=${MAINTAINER:-the Dendro authors <dendro@example.org>}
HOMEPAGE=${HOMEPAGE:-}
RELEASE=
ARCH=$(go env GOARCH)
export MAINTAINER HOMEPAGE RELEASE ARCH VERSION SOURCE_DATE_EPOCH

# stage PACKAGE FORMAT: installs the files in the package's layout.
stage() {
  STAGE=$work/$1-$2
  mkdir -p "$STAGE"
  window=${WINDOW:?}
  [ "$1" = dendro ] || window=
  zsh=share/zsh/site-functions
  [ "$2" != deb ] || zsh=share/zsh/vendor-completions
  DESTDIR=$STAGE PREFIX=/usr WINDOW=$window PACKAGE=$1 ZSHDIR=$zsh sh build/linux/install.sh install
  [ "$2" != deb ] || debian "$1"
  find "$STAGE" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
  export STAGE
}

# debian adds the files required by Debian's policy.
debian() {
  mkdir -p "$STAGE/usr/share/lintian/overrides"
  gzip -9n >"$STAGE/usr/share/doc/$1/changelog.gz" <<END
$1 ($VERSION) unstable; urgency=medium

  * Dendro $VERSION. The notes of the release say what is new.

 -- $MAINTAINER  $(LC_ALL=C date -u -d "@$SOURCE_DATE_EPOCH" +'%a, %d %b %Y %H:%M:%S +0000')
END
  # Go links its library and the modules into the program: there is nothing to load.
  echo "$1: statically-linked-binary [usr/bin/dendro]" >"$STAGE/usr/share/lintian/overrides/$1"
}

# archive PACKAGE: a .tar.gz whose bin, lib and share go below any prefix.
archive() {
  stage "$1" tar
  name=$1-$VERSION-linux-$ARCH
  mv "$STAGE/usr" "$STAGE/$name"
  touch -d "@$SOURCE_DATE_EPOCH" "$STAGE/$name"
  tar -C "$STAGE" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -cf - "$name" |
    gzip -9n >"$out/$name.tar.gz"
}

for package in dendro dendro-headless; do
  for format in deb rpm; do
    RELEASE=
    [ $format != rpm ] || RELEASE=1
    stage $package $format
    "$NFPM" package --config build/linux/nfpm-$package.yaml --packager $format --target "$out" >"$work/log" 2>&1 || {
      cat "$work/log" >&2
      exit 1
    }
  done
  archive $package
done
