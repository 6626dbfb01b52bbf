#!/bin/sh
# Print the path of a usable curl on standard output; say what is being done on standard error. See tests/debian.sh.
name=curl
program=curl
binaries='usr/bin/curl'
packages='curl'
advice='no curl: install curl so that it is on the PATH, then run this again'

usable() {
    "$1" --version >/dev/null 2>&1
}

version() {
    "$1" --version | head -n 1 | cut -d' ' -f1-2
}

. "$(dirname "$0")/debian.sh"
get
