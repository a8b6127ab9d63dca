#!/usr/bin/env bash
# What `make test` and `make test-long` run: TARGET makes the boards' images, while the tests are built; the other
# arguments tell `swift test` which tests to run.
set -uo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift} target=$1
shift
mkdir -p .build
log=.build/test.log

make --no-print-directory "$target" >.build/firmware.log 2>&1 &
images=$!
$swift build -c release --build-tests || { wait $images; exit 1; }
wait $images || { cat .build/firmware.log >&2; exit 1; }
built=$SECONDS

# The order of sets and dictionaries varies in tests: see SWIFT_DETERMINISTIC_HASHING in the Makefile.
env -u SWIFT_DETERMINISTIC_HASHING $swift test -c release --disable-testable-imports --skip-build "$@" 2>&1 | sed -u 's/\x1b\[[0-9;]*m//g' | tee $log
result=$?
missing=$(grep -c '^➜ Test .*no recordings beside the project' $log)
[ "$missing" -eq 0 ] || echo "Left out for lack of ../shared: $missing tests of recordings; set QUILLON_RECORDINGS to their folder to run them"
if [ $result -ne 0 ]; then
  echo "What failed, once more; all of it is in $log (exit code $result):" >&2
  grep '^✘' $log | cut -c 1-400 >&2
fi
printf 'It took %d min %02d s, %d min %02d s of them to build.\n' \
  $((SECONDS / 60)) $((SECONDS % 60)) $((built / 60)) $((built % 60))
exit $result
