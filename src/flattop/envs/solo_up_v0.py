"""PettingZoo environments of Solo Up, version 0."""

from flattop.envs.factories import factories

env, raw_env, parallel_env = factories("solo-up")
