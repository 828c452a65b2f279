"""`python -m judge COMMAND`: the same as `judge COMMAND`."""

import sys

from judge.cli import main

if __name__ == "__main__":
    sys.exit(main())
