"""The numbers of the Osaka fork that belong to no rule's own module, each with the EIP that set it."""

# EIP-7935: the gas limit that block builders aim at unless told otherwise.
DEFAULT_GAS_LIMIT = 60_000_000

# EIP-7939.
CLZ = 0x1E
CLZ_MNEMONIC = "CLZ"
CLZ_GAS = 5
