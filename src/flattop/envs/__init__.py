"""Environments: every game to be trained on, by the interfaces of PettingZoo and Gymnasium."""
