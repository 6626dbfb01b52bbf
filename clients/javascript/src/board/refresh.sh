#!/bin/sh
# Fetch htm by its version with npm and write preact.js here. Needs npm; run it from anywhere.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
cd "$work"

npm pack --silent htm@3.1.1 > /dev/null
npm pack --silent preact@10.7.1 > /dev/null
tar xzf htm-3.1.1.tgz && mv package htm
tar xzf preact-10.7.1.tgz && mv package preact
cp htm/preact/standalone.module.js "$here/preact.js"

# One file holds both: the texts of both licences go with it.
{
  printf 'htm 3.1.1 (Apache License 2.0)\n\n'
  cat htm/LICENSE
  printf '\n--------------------------------------------------------------------------------\n\n'
  printf 'preact 10 (MIT), which the same file contains\n\n'
  cat preact/LICENSE
} > "$here/LICENSES.txt"
