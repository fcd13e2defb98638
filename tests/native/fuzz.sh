#!/usr/bin/env bash
# libFuzzer with AddressSanitizer and UndefinedBehaviorSanitizer over one harness, from its kept corpus on, with the
# bounds of the C code asserted (-DEPP_VERIFY):
#
#     tests/native/fuzz.sh kernels|modexp|pairing|signatures [SECONDS] [merge]
#
# `merge` adds to the kept corpus the new inputs that reach new edges, the smallest first. An input that fails is left
# as crash-* in the directory that is printed, and the exit status is not 0. Wants clang with its sanitizers.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
native=$here/../../evm_precompiles_plus/_native
case ${1:-} in
  kernels) corpus=$here/corpus longest=300 ;;
  modexp) corpus=$here/corpus_modexp longest=100 ;;
  pairing) corpus=$here/corpus_pairing longest=800 ;;
  signatures) corpus=$here/corpus_signatures longest=161 ;;
  *) echo "usage: fuzz.sh kernels|modexp|pairing|signatures [SECONDS] [merge]" >&2; exit 2 ;;
esac
seconds=${2:-60}
work=$(mktemp -d)
mkdir "$work/found"
echo "in $work"

mapfile -t sources < <(find "$native" -name '*.c' ! -name module.c | sort)
# The reference without sanitizers, or it would take nearly all the time.
clang -std=c11 -O2 -c "$here/reference.c" -o "$work/reference.o"
clang -std=c11 -O2 -c "$here/reference_signatures.c" -o "$work/reference_signatures.o"
clang -std=c11 -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -DEPP_VERIFY -I "$native" \
  "$here/fuzz_$1.c" "$work"/reference*.o "${sources[@]}" -o "$work/fuzz"

cd "$work"
./fuzz -max_len="$longest" -max_total_time="$seconds" -print_final_stats=1 found "$corpus" 2>&1 |
  grep -v '^#'
[ "${3:-}" = merge ] || exit 0
./fuzz -max_len="$longest" -use_counters=0 -merge=1 "$corpus" found
