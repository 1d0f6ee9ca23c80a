"""PettingZoo environments of Kitchen Rush, version 0."""

from flattop.envs.factories import factories

env, raw_env, parallel_env = factories("kitchen-rush")
