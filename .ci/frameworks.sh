#!/usr/bin/env bash
# Installs the frameworks that the tools of the client are tried with: 160 MB that nothing else needs, outside of the tree.
# Their test is skipped, loudly, without.
set -u
cd "$(dirname "$0")/.."
folder=node_modules/.cache/frameworks
mkdir -p "$folder"
cp test/client/frameworks/package.json test/client/frameworks/package-lock.json "$folder/"
npm ci --prefix "$folder" --no-audit --no-fund --prefer-offline --ignore-scripts || echo "the frameworks could not be installed" >&2
