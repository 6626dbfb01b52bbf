#!/bin/sh
# Fetch GraphiQL by name and version with npm and write the four built files here. Needs npm; run it from anywhere.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
cd "$work"

npm init --yes > /dev/null
npm install --no-audit --no-fund graphiql@3.8.3 react@18.3.1 react-dom@18.3.1 graphql@16 @babel/runtime@7 isarray@1 esbuild@0.28.2 > /dev/null

# The published "min" files are not minified. Legal comments stay; the fonts go: the system's do as well.
npx esbuild node_modules/graphiql/graphiql.min.js --minify --legal-comments=eof --log-level=warning \
  --outfile="$here/graphiql.min.js"
npx esbuild node_modules/graphiql/graphiql.min.css --minify --legal-comments=eof --log-level=error |
  sed 's/@font-face{[^}]*}//g' > "$here/graphiql.min.css"
cp node_modules/react/umd/react.production.min.js "$here/react.min.js"
cp node_modules/react-dom/umd/react-dom.production.min.js "$here/react-dom.min.js"

rm -r node_modules/esbuild node_modules/@esbuild
# Every package that may be inside, by the text of its licence.
node "$here/collect_licenses.js" > "$here/LICENSES.txt"
