#!/bin/sh
# Builds Dendro for Windows on any system: the programs with icon and manifest, a portable .zip,
# and the installer where makensis is installed.
#
#   package.sh DIR
#
# Needs VERSION, SOURCE_DATE_EPOCH, LDFLAGS, WINRES (the program go-winres) and the built page.
set -eu
umask 022
cd "$(dirname "$0")/../.."

mkdir -p "$1"
out=$(cd "$1" && pwd)
work=$(mktemp -d)
resource=rsrc_windows_amd64.syso # the compiler links what lies beside a main package
trap 'rm -rf "$work" $resource backend/cli/dendro/$resource' EXIT

numbers=${VERSION%%[~+-]*}.0
export GOOS=windows GOARCH=amd64 CGO_ENABLED=0
export TZ=UTC

files=$work/dendro-$VERSION-windows-amd64
mkdir "$files"
"$WINRES" make --in build/windows/winres.json --arch amd64 --out rsrc --product-version "$numbers" --file-version "$numbers"
cp $resource backend/cli/dendro/
go build -trimpath -buildvcs=false -ldflags "$LDFLAGS" -o "$files/dendro.exe" ./backend/cli/dendro
go build -trimpath -buildvcs=false -tags desktop,production -ldflags "$LDFLAGS -H windowsgui" -o "$files/dendro-window.exe" .
sed 's/$/\r/' LICENSE >"$files/LICENSE.txt"
sed 's/$/\r/' build/NOTICE >"$files/NOTICE.txt"
find "$files" -exec touch -d "@$SOURCE_DATE_EPOCH" {} +

name=$(basename "$files")
rm -f "$out/$name.zip"
(cd "$work" && find "$name" -type f | LC_ALL=C sort | zip -X -q "$out/$name.zip" -@)

if command -v makensis >/dev/null 2>&1; then
  wails=$(go list -m -f '{{.Dir}}' github.com/wailsapp/wails/v2)
  # An icon is a PNG with 22 bytes before it.
  png=build/linux/icons/256.png
  size=$(wc -c <$png)
  bytes() { # of a number, the lowest first
    # shellcheck disable=SC2059 # the format consists of escapes
    printf "\\$(printf %o $(($1 % 256)))\\$(printf %o $(($1 / 256 % 256)))\\$(printf %o $(($1 / 65536 % 256)))\\0"
  }
  { printf '\0\0\1\0\1\0\0\0\0\0\1\0\40\0' && bytes "$size" && bytes 22 && cat $png; } >"$work/dendro.ico"
  makensis -V2 -NOCD -DVERSION="$VERSION" -DNUMBERS="$numbers" -DFILES="$files" -DICON="$work/dendro.ico" \
    -DBOOTSTRAPPER="$wails/internal/webview2runtime/MicrosoftEdgeWebview2Setup.exe" \
    -DOUT="$out/$name-installer.exe" build/windows/dendro.nsi
else
  echo "makensis is not installed: the installer for Windows is left out" >&2
fi
