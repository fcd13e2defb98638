"""py-evm as a host: this room and those below it are the only ones that import `eth`."""
