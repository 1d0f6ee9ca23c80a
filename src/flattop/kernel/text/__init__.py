"""The wording of games: prompts, log lines, option labels, descriptions, results and reasons."""
