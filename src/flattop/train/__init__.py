"""Training of the value network: self-play, optimization with PyTorch, and a measurement of the result."""
