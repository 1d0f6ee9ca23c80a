"""The cluster: what several workers of one server say to each other, so that nobody can tell them apart."""
