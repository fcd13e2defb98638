"""One call to the verifier on eth-tester, on stock py-evm and on ours, in turns: processor milliseconds."""

from statistics import median
from time import process_time

from evm_precompiles_plus import installed

from .on_eth_tester import Verifier, example

ROUNDS = 5


def _milliseconds(verifier: Verifier, data: bytes) -> float:
    start = process_time()
    assert verifier.call(data) == (1).to_bytes(32)
    return (process_time() - start) * 1000


def main() -> None:
    """Print the shortest call and the median on each side."""
    key, data = example()
    verifier = Verifier(key)
    stock, ours = [], []
    for _ in range(ROUNDS):
        stock.append(_milliseconds(verifier, data))
        with installed():
            ours.append(_milliseconds(verifier, data))
    for name, times in (("stock", stock), ("ours", ours)):
        print(f"{name:5} {min(times):8.1f} ms (median {median(times):.1f})")
    print(f"ratio {min(stock) / min(ours):8.1f}")


if __name__ == "__main__":
    main()
