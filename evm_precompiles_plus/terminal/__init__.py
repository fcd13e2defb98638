"""What commands share: how they end with one line, and how they print tables."""
