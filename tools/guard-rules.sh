#!/bin/sh
# What the action for GitHub runs: layout, check and examples of the rule files in the paths given.
# All three are run whatever the first says; the exit status is the gravest of theirs.
set -u

[ "$#" -gt 0 ] || set -- .
gravest=0

run() {
    "$@"
    status=$?
    [ "$status" -le "$gravest" ] || gravest=$status
}

run auditor fmt --check "$@"
run auditor check --format github "$@"
run auditor test --format github "$@"
# The same once more for code scanning, which knows a diagnostic again in the next run.
auditor check --format sarif --output "${AUDITOR_SARIF:-auditor.sarif}" "$@"
exit "$gravest"
