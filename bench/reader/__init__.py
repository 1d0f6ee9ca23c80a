"""A bot that plays by ear: it reads what `flattop play GAME --plain` says, and nothing else."""
