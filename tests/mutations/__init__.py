"""Known kinds of bug, each as one replaced text of the package, and the tests that must notice it."""
