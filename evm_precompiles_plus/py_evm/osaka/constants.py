"""The numbers of the Osaka fork, each with the EIP that set it."""

# EIP-7825: the most gas a transaction may ask for.
MAX_TRANSACTION_GAS = 2**24

# EIP-7594: the most blobs one transaction may carry, whatever the block's schedule allows.
MAX_BLOBS_PER_TRANSACTION = 6

# EIP-7918: the execution gas whose price a blob's gas is compared with.
BLOB_BASE_COST = 2**13

# EIP-7934: 10 MiB of gossip limit less 2 MiB for the beacon block around the payload, in bytes of RLP.
MAX_BLOCK_RLP_SIZE = 10 * 2**20 - 2 * 2**20

# EIP-7935: the gas limit that block builders aim at unless told otherwise.
DEFAULT_GAS_LIMIT = 60_000_000

# EIP-7939.
CLZ = 0x1E
CLZ_MNEMONIC = "CLZ"
CLZ_GAS = 5
