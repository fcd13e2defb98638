"""What a transaction does once it is valid: a module for each rule that py-evm has otherwise."""
