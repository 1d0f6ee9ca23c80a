"""Worker processes for bots, hints, replays, analysis and custom decks, and the server side that uses them.

In this package "worker" means such a process. A process that serves clients is called a server worker.
"""
