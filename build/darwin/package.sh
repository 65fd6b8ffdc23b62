#!/bin/sh
# Packs the app that Wails has built for macOS: adds the commands, the manual and the licences,
# signs it, and makes a .dmg. Runs on macOS.
#
#   package.sh APP DIR
#
# Needs VERSION, LDFLAGS and MANUAL. Without SIGN_IDENTITY the signature is ad hoc: macOS asks
# before the first start. Without NOTARY_APPLE_ID, NOTARY_TEAM and NOTARY_PASSWORD nothing is
# notarized.
set -eu
cd "$(dirname "$0")/../.."

app=$1
mkdir -p "$2"
out=$(cd "$2" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cp -R "$app" "$work/Dendro.app"
resources=$work/Dendro.app/Contents/Resources
mkdir -p "$resources/bin" "$resources/man" "$resources/completions"
for arch in amd64 arm64; do
  CGO_ENABLED=0 GOOS=darwin GOARCH=$arch go build -trimpath -buildvcs=false -ldflags "$LDFLAGS" -o "$work/dendro-$arch" ./backend/cli/dendro
done
lipo -create -output "$resources/bin/dendro" "$work/dendro-amd64" "$work/dendro-arm64"
cp "$MANUAL/dendro.1" "$resources/man/"
cp "$MANUAL/dendro.bash" "$MANUAL/_dendro" "$MANUAL/dendro.fish" "$resources/completions/"
cp LICENSE build/NOTICE "$resources/"

identity=${SIGN_IDENTITY:--}
options=""
[ "$identity" = - ] || options="--options runtime --timestamp"
# shellcheck disable=SC2086 # a list of words
codesign --force $options --sign "$identity" "$resources/bin/dendro"
# shellcheck disable=SC2086
codesign --force $options --sign "$identity" "$work/Dendro.app"
codesign --verify --strict "$work/Dendro.app"

mkdir "$work/image"
mv "$work/Dendro.app" "$work/image/"
ln -s /Applications "$work/image/Applications"
image=$out/dendro-$VERSION-macos-universal.dmg
rm -f "$image"
hdiutil create -quiet -volname Dendro -srcfolder "$work/image" -format UDZO "$image"
if [ "$identity" != - ] && [ -n "${NOTARY_APPLE_ID:-}" ] && [ -n "${NOTARY_TEAM:-}" ] && [ -n "${NOTARY_PASSWORD:-}" ]; then
  codesign --sign "$identity" --timestamp "$image"
  xcrun notarytool submit "$image" --wait --apple-id "$NOTARY_APPLE_ID" --team-id "$NOTARY_TEAM" --password "$NOTARY_PASSWORD"
  xcrun stapler staple "$image"
else
  echo "not notarized: macOS asks before the first start" >&2
fi
"$work/image/Dendro.app/Contents/Resources/bin/dendro" --version
