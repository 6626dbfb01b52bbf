#!/bin/sh
# Print the path of a usable redis-server on standard output; say what is being done on standard error. See tests/debian.sh.
name=redis
program=redis-server
binaries='usr/bin/redis-server'
packages='redis-server redis-tools'
advice='no redis-server: install Redis 6 or newer so that redis-server is on the PATH, then run this again'

usable() {
    "$1" --version >/dev/null 2>&1
}

version() {
    "$1" --version | cut -d' ' -f1-3
}

. "$(dirname "$0")/debian.sh"
get
