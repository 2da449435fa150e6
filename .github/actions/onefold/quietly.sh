#!/usr/bin/env bash
# Run a command whose output quotes what authors wrote: the runner takes no line of it for one of its commands.
set -uo pipefail

token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
echo "::stop-commands::$token"
"$@"
code=$?
echo
echo "::$token::"
exit "$code"
