"""What a precompile gives back."""

# Output bytes, and the name of the backend that computed them; "direct" where the calldata alone settles the
# output. A plain tuple: a named one takes longer to make than a small call's arithmetic.
Answer = tuple[bytes, str]
