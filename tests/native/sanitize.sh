#!/usr/bin/env bash
# The native tests and the fuzzers' corpora under AddressSanitizer and UndefinedBehaviorSanitizer with all bounds
# asserted, once as the code is and once without 128-bit integers. gcc's; the first error ends the run. Arguments go to
# pytest.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-python3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# PyCryptodome opens its libraries in a way that ASan refuses.
export PYCRYPTODOME_DISABLE_DEEPBIND=1
# Python keeps memory to its end, which is no leak of ours; the fuzzers run with the leak check.
preload=$(gcc -print-file-name=libasan.so)

for variant in EPP_SANITIZED EPP_NO_INT128; do
  echo "== -D$variant"
  CC=gcc "$here/build.sh" "$work/$variant" -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -DEPP_VERIFY \
    "-D$variant"
  cd "$work/$variant"
  obj/fuzz_kernels tests/native/corpus/*
  obj/fuzz_modexp tests/native/corpus_modexp/*
  obj/fuzz_pairing tests/native/corpus_pairing/*
  obj/fuzz_signatures tests/native/corpus_signatures/*
  LD_PRELOAD=$preload ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc PYTHONPATH=. \
    EVM_PRECOMPILES_REQUIRED=native "$python" -m pytest -q -p no:cacheprovider "$@" \
    tests/native/test_native.py tests/native/test_native_blake2f.py tests/native/test_native_lock.py tests/native/test_native_pairing.py \
    tests/native/test_native_modexp.py tests/native/test_native_ifma.py tests/native/test_native_signatures.py
done
