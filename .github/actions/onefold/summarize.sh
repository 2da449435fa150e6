#!/usr/bin/env bash
# Append to the job summary what changed, since the commit BASE, in the meaning of every workflow.
set -euo pipefail

say() {
  printf '%s\n\n' "$1" >> "$GITHUB_STEP_SUMMARY"
}

commit() {
  git rev-parse --verify --quiet --end-of-options "$1^{commit}"
}

if [ -z "${BASE//0/}" ]; then
  say "There is no earlier commit to compare workflows with."
  exit
fi
case $BASE in -*) echo "this is no commit: $BASE" >&2; exit 2 ;; esac
if ! commit "$BASE" > /dev/null; then
  git fetch --quiet --no-tags --depth=1 origin "$BASE" || true
fi
if ! base=$(commit "$BASE"); then
  say "Workflows were not compared: the commit to compare with is not there. Check out with \`fetch-depth: 0\`."
  exit
fi
onefold git-summary "$base" "$(commit HEAD)" >> "$GITHUB_STEP_SUMMARY"
