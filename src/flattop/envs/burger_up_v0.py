"""PettingZoo environments of Burger Up, version 0."""

from flattop.envs.factories import factories

env, raw_env, parallel_env = factories("burger-up")
