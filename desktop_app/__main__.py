import sys

from desktop_app.cli import main

if __name__ == "__main__":
    sys.exit(main())
