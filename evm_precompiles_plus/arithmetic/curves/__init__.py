"""Short Weierstrass curves over prime fields: points as plain tuples, algorithms that take their curve.

The way of one multiplication: `multiply` takes a curve's parameters (`params`), splits the scalar
(`glv`), recodes the halves (`wnaf`) and adds points (`jacobian`); `ecdsa` is two uses of it. The way of one
pairing: `pairing` walks along G2 (`g2`), gathering lines in Fp12 (`tower`), and raises the product.
"""
