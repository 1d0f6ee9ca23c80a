"""Entry point of `python -m flattop`."""

import sys

from flattop.cli import main

if __name__ == "__main__":  # worker processes import this file under another name
    sys.exit(main())
