#!/bin/sh
# Print the path of a usable nginx on standard output; say what is being done on standard error. See tests/debian.sh.
name=nginx
program=nginx
binaries='usr/sbin/nginx'
packages='nginx'
advice='no nginx: install nginx 1.18 or newer so that nginx is on the PATH, then run this again'

usable() {
    "$1" -V 2>&1 | grep -q http_ssl_module
}

version() {
    "$1" -v 2>&1
}

. "$(dirname "$0")/debian.sh"
get
