#!/bin/sh
# Fetch Swagger UI by name and version with npm and write its built files here. Needs npm; run it from anywhere.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
cd "$work"

# The second package is the same code with its dependencies, whose licences count for the bundle. Scripts stay off: they
# would report the installation to the makers.
npm init --yes > /dev/null
npm install --ignore-scripts --omit=optional --no-audit --no-fund swagger-ui-dist@5.33.0 swagger-ui@5.33.0 > /dev/null
rm -rf node_modules/@scarf

# Without the lines that name files which are not here.
built=node_modules/swagger-ui-dist
sed '1{/LICENSE\.txt/d}' "$built/swagger-ui-bundle.js" > "$here/swagger-ui-bundle.min.js"
sed '/sourceMappingURL=/d' "$built/swagger-ui.css" > "$here/swagger-ui.min.css"

# Every package that may be inside, by the text of its licence, and what the bundle itself says of others.
node "$here/../../graphql/static/collect_licenses.js" > "$here/LICENSES.txt"
cat "$built/swagger-ui-bundle.js.LICENSE.txt" >> "$here/LICENSES.txt"
