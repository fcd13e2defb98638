#!/usr/bin/env bash
# A copy of the package and its tests in DIRECTORY, with the C extension built by the FLAGS:
#
#     tests/native/build.sh DIRECTORY FLAGS...
#
# The objects stay in DIRECTORY/obj, and beside them lie the fuzzers with their replaying main (EPP_FUZZ_MAIN). To
# run the tests over this copy: cd DIRECTORY && PYTHONPATH=. python -m pytest. CC and PYTHON name the programs.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
directory=$1
shift
cc=${CC:-gcc}
python=${PYTHON:-python3}
flags=(-std=c11 -fPIC -fvisibility=hidden -Wall -Wextra -Werror "$@")

mkdir -p "$directory/obj"
cp -r "$root"/{evm_precompiles_plus,fixtures,tests,pyproject.toml} "$directory"
cd "$directory"
native=evm_precompiles_plus/_native
rm -f $native/*.so
include=$("$python" -c 'import sysconfig; print(sysconfig.get_paths()["include"])')
suffix=$("$python" -c 'import sysconfig; print(sysconfig.get_config_var("EXT_SUFFIX"))')
kernels=()
for source in $native/*/*.c tests/native/*.c; do
  object=$(basename "$(dirname "$source")")_$(basename "$source" .c).o
  "$cc" "${flags[@]}" -DEPP_FUZZ_MAIN -I "$include" -I $native -c "$source" -o "obj/$object"
  case $object in native_*|module_module.o) ;; *) kernels+=("$object") ;; esac
done

cd obj
"$cc" "${flags[@]}" -shared module_module.o "${kernels[@]}" -o "../$native/_kernels$suffix"
"$cc" "${flags[@]}" native_fuzz_kernels.o native_reference.o "${kernels[@]}" -o fuzz_kernels
"$cc" "${flags[@]}" native_fuzz_pairing.o "${kernels[@]}" -o fuzz_pairing
"$cc" "${flags[@]}" native_fuzz_modexp.o "${kernels[@]}" -o fuzz_modexp
"$cc" "${flags[@]}" native_fuzz_signatures.o native_reference_signatures.o "${kernels[@]}" -o fuzz_signatures
