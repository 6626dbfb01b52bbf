# How the tests come by a program of Debian's: sourced by tests/get_*.sh, which say what they want in these variables:
#   name      what it is, and the folder below .cache
#   program   how it may be called, with spaces between the names; the unpacked one has the first
#   binaries  where it may lie below the root of the unpacked packages, with spaces between them
#   packages  those to install or to unpack, with spaces between them
#   exports   further variables of the unpacked one, as `NAME=value`; $here is the folder below .cache (may be left out)
#   advice    what to do if there is no way to get it
# Tried in this order: the PATH; for root, installed packages, without starting a server; and Debian's packages
# unpacked below .cache, which needs no rights and changes nothing outside this folder.
set -eu
umask 022

root=$(cd "$(dirname "$0")/.." && pwd)
cache=$root/.cache/$name
wrapper=$cache/${program%% *}

say() {
    printf 'get_%s: %s\n' "$name" "$*" >&2
}

# Run a command without its output, which is shown if it fails.
quietly() {
    said=$("$@" 2>&1) || { printf '%s\n' "$said" >&2; return 1; }
}

answer() {
    [ -n "$1" ] && usable "$1" || return 1
    say "using $1 ($(version "$1"))"
    printf '%s\n' "$1"
    exit 0
}

# Every apt command here runs on package lists of our own, so it needs neither root nor the machine's lists.
own_apt() {
    tool=$1
    shift
    "$tool" -q -o Dir::State::lists="$cache/apt/lists" -o Dir::Cache="$cache/apt/cache" -o Acquire::Languages=none \
        -o APT::Update::Error-Mode=any -o Debug::NoLocking=true -o APT::Sandbox::User="" "$@"
}

fetch_lists() {
    mkdir -p "$cache/apt/lists/partial" "$cache/apt/cache/archives/partial"
    say "reading the package lists"
    quietly own_apt apt-get update || say "not every package list could be read"
}

unpack_package() {
    mkdir -p "$cache/packages"
    (cd "$cache/packages" && rm -f "$1"_*.deb && quietly own_apt apt-get download "$1") || return 1
    dpkg-deb -x "$cache/packages/$1"_*.deb "$cache/root"
}

unpacked_binary() {
    for binary in $binaries; do
        [ ! -x "$cache/root/$binary" ] || { printf '%s\n' "$binary" && return 0; }
    done
    return 1
}

library_path() {
    find "$cache/root" -name 'lib*.so*' -exec dirname {} + | sort -u | paste -sd: -
}

misses_libraries() {
    LD_LIBRARY_PATH=$(library_path) ldd "$cache/root/$(unpacked_binary)" | grep -q 'not found'
}

# The libraries that the packages need, then those that they need.
libraries() {
    {
        own_apt apt-cache depends --important $packages
        own_apt apt-cache depends --important --recurse $packages
    } | sed -n 's/^ .*: \(lib[^<]*\)$/\1/p' | awk '!seen[$0]++'
}

# ldd names files, apt names packages: so unpack one library after the other until nothing is missing.
unpack_libraries() {
    for package in $(libraries); do
        misses_libraries || return 0
        dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed && continue
        unpack_package "$package" || say "there is no package $package"
    done
    ! misses_libraries
}

write_wrapper() {
    {
        echo '#!/bin/sh'
        echo 'here=$(cd "$(dirname "$0")" && pwd)'
        echo "LD_LIBRARY_PATH=\$(find \"\$here/root\" -name 'lib*.so*' -exec dirname {} + | sort -u | paste -sd: -)"
        echo "export LD_LIBRARY_PATH ${exports:-}"
        echo "exec \"\$here/root/$(unpacked_binary)\" \"\$@\""
    } >"$wrapper"
    chmod +x "$wrapper"
}

unpack() {
    command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || return 1
    mkdir -p "$cache" && fetch_lists || return 1
    say "unpacking $packages and the libraries that they need"
    for package in $packages; do
        unpack_package "$package" || return 1
    done
    unpacked_binary >/dev/null && unpack_libraries || return 1
    write_wrapper
    rm -rf "$cache/apt" "$cache/packages"
}

# Debian starts a freshly installed server unless policy-rc.d forbids it; an existing policy is left alone.
install() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
    say "installing $packages"
    policy=/usr/sbin/policy-rc.d
    if [ ! -e "$policy" ]; then
        trap 'rm -f "$policy"' EXIT INT TERM
        printf '#!/bin/sh\nexit 101\n' >"$policy"
        chmod +x "$policy"
    fi
    DEBIAN_FRONTEND=noninteractive
    export DEBIAN_FRONTEND
    quietly apt-get -q update && quietly apt-get -q install -y --no-install-recommends $packages
}

# Servers lie where not everybody's PATH leads.
find_program() {
    for one in $program; do
        PATH=$PATH:/usr/sbin:/sbin command -v "$one" && return 0
    done
    return 0
}

get() {
    answer "$(find_program)" || true
    [ ! -x "$wrapper" ] || answer "$wrapper" || true
    if install; then answer "$(find_program)" || true; fi
    if unpack; then answer "$wrapper" || true; fi
    say "$advice"
    exit 1
}
