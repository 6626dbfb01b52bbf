#!/bin/sh
# Print the path of a usable redis-server on standard output; say what is being done on standard error.
#
# Tried in this order: the PATH; for root, installed packages, without starting a server; and Debian's packages
# unpacked below .cache/redis, which needs no rights and changes nothing outside this folder.
set -eu
umask 022

root=$(cd "$(dirname "$0")/.." && pwd)
cache=$root/.cache/redis
wrapper=$cache/redis-server

say() {
    printf 'get_redis: %s\n' "$*" >&2
}

usable() {
    "$1" --version >/dev/null 2>&1
}

answer() {
    usable "$1" || return 1
    say "using $1 ($("$1" --version | cut -d' ' -f1-3))"
    printf '%s\n' "$1"
    exit 0
}

# Every apt command here runs on package lists of our own, so it needs neither root nor the machine's lists.
own_apt() {
    program=$1
    shift
    "$program" -q -o Dir::State::lists="$cache/apt/lists" -o Dir::Cache="$cache/apt/cache" \
        -o Debug::NoLocking=true -o APT::Sandbox::User="" "$@"
}

fetch_lists() {
    mkdir -p "$cache/apt/lists/partial" "$cache/apt/cache/archives/partial"
    say "reading the package lists"
    own_apt apt-get update >&2 || say "not every package list could be read"
}

unpack_package() {
    say "unpacking $1"
    mkdir -p "$cache/packages"
    (cd "$cache/packages" && rm -f "$1"_*.deb && own_apt apt-get download "$1" >&2) || return 1
    dpkg-deb -x "$cache/packages/$1"_*.deb "$cache/root"
}

library_path() {
    find "$cache/root" -name 'lib*.so*' -exec dirname {} + | sort -u | paste -sd: -
}

misses_libraries() {
    LD_LIBRARY_PATH=$(library_path) ldd "$cache/root/usr/bin/redis-server" | grep -q 'not found'
}

# The libraries that redis needs, then those that they need.
libraries() {
    {
        own_apt apt-cache depends --important redis-tools
        own_apt apt-cache depends --important --recurse redis-tools
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
    cat >"$wrapper" <<'WRAPPER'
#!/bin/sh
here=$(cd "$(dirname "$0")" && pwd)
LD_LIBRARY_PATH=$(find "$here/root" -name 'lib*.so*' -exec dirname {} + | sort -u | paste -sd: -)
export LD_LIBRARY_PATH
exec "$here/root/usr/bin/redis-server" "$@"
WRAPPER
    chmod +x "$wrapper"
}

unpack_redis() {
    command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || return 1
    mkdir -p "$cache" && fetch_lists || return 1
    unpack_package redis-server && unpack_package redis-tools || return 1
    unpack_libraries || return 1
    write_wrapper
    rm -rf "$cache/apt" "$cache/packages"
}

# Debian starts a freshly installed server unless policy-rc.d forbids it; an existing policy is left alone.
install_redis() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
    say "installing redis-server"
    policy=/usr/sbin/policy-rc.d
    if [ ! -e "$policy" ]; then
        trap 'rm -f "$policy"' EXIT INT TERM
        printf '#!/bin/sh\nexit 101\n' >"$policy"
        chmod +x "$policy"
    fi
    DEBIAN_FRONTEND=noninteractive
    export DEBIAN_FRONTEND
    apt-get -q update >&2 && apt-get -q install -y --no-install-recommends redis-server >&2
}

found=$(command -v redis-server || true)
[ -z "$found" ] || answer "$found" || true
[ ! -x "$wrapper" ] || answer "$wrapper" || true
if install_redis; then answer "$(command -v redis-server)" || true; fi
if unpack_redis; then answer "$wrapper" || true; fi
say "no redis-server: install Redis 6 or newer so that redis-server is on the PATH, then run this again"
exit 1
