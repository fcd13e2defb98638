"""What each precompile does with its calldata, one file per family; none of them knows forks or hosts."""
