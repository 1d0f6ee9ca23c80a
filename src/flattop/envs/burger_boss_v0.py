"""PettingZoo environments of Burger Boss, version 0."""

from flattop.envs.factories import factories

env, raw_env, parallel_env = factories("burger-boss")
