"""PettingZoo environments of Burger Trucker, version 0."""

from flattop.envs.factories import factories

env, raw_env, parallel_env = factories("burger-trucker")
