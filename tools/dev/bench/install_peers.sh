#!/usr/bin/env bash
# Installs the tools that `python -m dev.bench` compares with into the folder that is given; what cannot be had is told.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
target=${1:?usage: install_peers.sh FOLDER}

python3 -m venv "$target"
while read -r requirement; do
  "$target/bin/pip" install --quiet "$requirement" || echo "$requirement cannot be installed" >&2
done < "$here/peers.txt"
"$target/bin/python" -m compileall -q "$target/lib" || true
if command -v npm > /dev/null; then
  npm install --silent --no-fund --no-audit --prefix "$target" @bufbuild/buf@1.75.0 || echo "buf cannot be installed" >&2
fi
if ! command -v jsonnet > /dev/null; then
  { command -v apt-get > /dev/null && apt-get -qq install --no-install-recommends jsonnet=0.18.0* > /dev/null; } ||
    echo "jsonnet cannot be installed" >&2
fi
