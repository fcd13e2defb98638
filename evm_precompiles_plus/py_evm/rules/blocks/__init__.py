"""When a block is valid, and what it does besides its transactions: a module for each rule."""
