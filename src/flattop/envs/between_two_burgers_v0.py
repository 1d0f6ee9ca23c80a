"""PettingZoo environments of Between Two Burgers, version 0."""

from flattop.envs.factories import factories

env, raw_env, parallel_env = factories("between-two-burgers")
