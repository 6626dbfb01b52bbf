#!/bin/sh
# Print the path of a usable Chromium on standard output; say what is being done on standard error. See tests/debian.sh.
name=chromium
program='chromium-headless-shell chromium chromium-browser google-chrome'
binaries='usr/lib/chromium/chromium-headless-shell'
packages='chromium-headless-shell chromium-common fonts-dejavu-core'
# The unpacked one sees the unpacked fonts alone: a machine may have none, and without any it draws nothing.
exports='FONTCONFIG_FILE="$here/../../tests/browser/fonts.conf"'
advice='no Chromium: install Chromium or Chrome 120 or newer so that it is on the PATH, then run this again'

# One that only tells its version may still lack fonts, or be the stub of another way to install it.
usable() {
    timeout 60 "$1" --headless --no-sandbox --disable-gpu --disable-background-networking --no-first-run \
        --dump-dom 'data:text/html,<p>drawn</p>' 2>/dev/null | grep -q drawn
}

version() {
    "$1" --version 2>/dev/null | head -n 1
}

. "$(dirname "$0")/debian.sh"
get
