#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs the tests of the web page in Chromium and Firefox; the last line is "N passed, N failed". `./slipstick test --web` builds the page,
# installs what is missing, and calls it.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
tools=build/web-tools
if [[ ! -e $tools/node_modules/playwright-core || ! -e $tools/node_modules/axe-core ]]; then
    echo "slipstick: fetching playwright-core, which drives the browser, and axe-core, which looks for what readers lack" >&2
    mkdir -p "$tools"
    npm install --no-audit --no-fund --prefix "$tools" playwright-core@1.48.2 axe-core@4.10.2 > "$tools/log" 2>&1 || {
        tail -n 20 "$tools/log" >&2
        echo "0 passed, 0 failed, 1 skipped"
        exit 0
    }
fi
bash app/web/build.sh golden
passed=0 failed=0
for test in test_page test_given; do # test_given: links, pages, other pages and courses
    node tests/web/$test.mjs "$@" | tee "$tools/log" || true
    [[ $(tail -n 1 "$tools/log") =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed ]] || { failed=$((failed + 1)); continue; }
    passed=$((passed + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2]))
done
echo "$passed passed, $failed failed"
[[ $failed -eq 0 ]]
