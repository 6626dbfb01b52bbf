#!/bin/sh
# Print where the programs of the tests are, as exports for a shell; say what is being done on standard error. What is
# not on the PATH is fetched once, below .cache; what cannot be had is named, with what to do.
#
#   eval "$(sh tests/get_programs.sh)"
set -eu

tests=$(cd "$(dirname "$0")" && pwd)
missing=

get() {
    variable=$1
    script=$2
    shift 2
    found=$(sh "$tests/$script" "$@") || { missing=yes; return 0; }
    printf "export %s='%s'\n" "$variable" "$(printf %s "$found" | sed "s/'/'\\\\''/g")"
}

get CROUPIER_TEST_REDIS_SERVER get_redis.sh
get CROUPIER_TEST_NGINX get_nginx.sh
get CROUPIER_TEST_CURL get_curl.sh
get CROUPIER_TEST_CHROMIUM get_chromium.sh
get CROUPIER_TEST_NODE get_node.sh
[ -z "$found" ] || get CROUPIER_TEST_CLIENTS get_node_modules.sh "$found"
get CROUPIER_TEST_WHEELS get_wheels.sh

[ -z "$missing" ] || { echo 'The tests cannot run: what they lack, and what to do, is said above.' >&2; exit 1; }
