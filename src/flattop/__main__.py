"""`python -m flattop` is the program."""

import sys

from flattop.cli import main

if __name__ == "__main__":  # worker processes import this file under another name
    sys.exit(main())
