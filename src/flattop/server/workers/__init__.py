"""Worker processes that think for bots and look through games that are over, and who gives them work."""
