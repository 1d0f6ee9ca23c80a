"""Solo Up as an environment, version 0."""

from flattop.envs.factories import makers

env, raw_env, parallel_env = makers("solo-up")
