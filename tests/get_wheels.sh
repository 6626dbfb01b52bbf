#!/bin/sh
# Print the folder with what our packages and their extras need, as wheels for the Python of the tests, on standard
# output; say what is being done on standard error. Tests install our packages from there, into empty environments and
# without a network.
# The folder lies below .cache and is filled once, and again when a lock or that Python changes.
set -eu
umask 022

root=$(cd "$(dirname "$0")/.." && pwd)
wheels=$root/.cache/wheels
python=$root/.venv/bin/python
# The service with the extra `mcp`, the extra `pettingzoo`, the kit.
locks='requirements-mcp.lock benchmarks/pettingzoo.lock tests/kit.lock'

say() {
    printf 'get_wheels: %s\n' "$*" >&2
}

describe() {
    "$python" --version
    cat $locks
}

answer() {
    describe | cmp -s - "$wheels/contents" || return 1
    printf '%s\n' "$wheels"
    exit 0
}

# Filled beside its place and then moved there: a run that is interrupted leaves no half of it.
fill() {
    mkdir -p "$root/.cache"
    fresh=$(mktemp -d "$wheels.XXXXXX")
    trap 'rm -rf "$fresh"' EXIT INT TERM
    say "fetching what our packages need (about 50 MB)"
    "$python" -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: --require-hashes \
        $(printf -- '--requirement %s ' $locks) --dest "$fresh" >&2 || return 1
    describe > "$fresh/contents"
    chmod 755 "$fresh"
    # Another run may have been faster.
    describe | cmp -s - "$wheels/contents" || { rm -rf "$wheels" && mv "$fresh" "$wheels"; }
}

cd "$root"
[ -x "$python" ] || { say "run make .venv first"; exit 1; }
answer || true
if fill; then answer || true; fi
say "what our packages need cannot be fetched: is the package index within reach?"
exit 1
