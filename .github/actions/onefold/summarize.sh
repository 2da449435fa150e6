#!/usr/bin/env bash
# Append to the job summary what changed, since the commit BASE, in the meaning of every workflow.
set -euo pipefail

# The runner refuses a summary of more than 1 MiB.
most=900000

say() {
  printf '%s\n\n' "$1" >> "$GITHUB_STEP_SUMMARY"
}

# A file name as code on one line, whatever is in it.
# shellcheck disable=SC2016 # these backticks are those of Markdown
code() {
  printf '`%s`' "$(printf '%s' "$1" | tr '`[:cntrl:]' '?')"
}

commit() {
  git rev-parse --verify --quiet --end-of-options "$1^{commit}"
}

if [ -z "${BASE//0/}" ]; then
  say "There is no earlier commit to compare workflows with."
  exit
fi
case $BASE in -*) echo "no commit: $BASE"; exit 2 ;; esac
if ! commit "$BASE" > /dev/null; then
  git fetch --quiet --no-tags --depth=1 origin "$BASE" || true
fi
if ! base=$(commit "$BASE"); then
  say "Workflows were not compared: the commit to compare with is not there. Check out with \`fetch-depth: 0\`."
  exit
fi
head=$(commit HEAD)

# Outside of the work tree no file can have a name that stands for a commit.
GIT_DIR=$(git rev-parse --absolute-git-dir)
export GIT_DIR
cd "$(mktemp -d)"

compare() {
  local code=0 found
  if [ "$(wc -c < "$GITHUB_STEP_SUMMARY")" -gt "$most" ]; then
    left=$((left + 1))
    return
  fi
  found=$(onefold diff --format markdown -- "$base:$1" "$head:$2") || code=$?
  if [ "$code" -le 1 ]; then say "$found"; else say "**not compared** $(code "$2"): it does not compile, or did not"; fi
}

count=0 left=0
: >> "$GITHUB_STEP_SUMMARY"
while IFS= read -r -d '' state; do
  IFS= read -r -d '' path
  count=$((count + 1))
  case $state in
    A) say "**added** $(code "$path")" ;;
    D) say "**removed** $(code "$path")" ;;
    R*) IFS= read -r -d '' new; compare "$path" "$new" ;;
    *) compare "$path" "$path" ;;
  esac
done < <(git diff --name-status -z -M --no-ext-diff --no-textconv "$base" "$head" -- \
  '*.fold' '*.fold.yaml' '*.fold.yml' '*.fold.toml' '*.fold.json')
if [ "$count" -eq 0 ]; then say "No workflow changed."; fi
if [ "$left" -gt 0 ]; then say "$left more changed; the summary has no room for them."; fi
