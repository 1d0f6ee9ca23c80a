"""PettingZoo environments of Ninja Burger, version 0."""

from flattop.envs.factories import factories

env, raw_env, parallel_env = factories("ninja-burger")
