"""The script `tilerules`, which is also `python -m tilerules`."""

import os
import signal
import sys


def main() -> None:
    """Run the command line, or say which extra it needs."""
    try:
        from tilerules.cli import commands
    except ModuleNotFoundError as missing:
        if str(missing.name).partition(".")[0] not in ("click", "rich"):
            raise
        sys.exit(_refused('the command line needs an extra: pip install "tilerules[cli]"'))
    except KeyboardInterrupt:
        sys.exit(130)
    if hasattr(signal, "SIGPIPE"):  # a pipe that is closed, as by `head`, ends us quietly
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        commands()
    except OSError as error:
        # What is still buffered would fail once more when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(_refused(f"the output cannot be written ({error.strerror})"))


def _refused(reason: str) -> int:
    sys.stderr.write(f"Error: {reason}\n")
    return 2


if __name__ == "__main__":
    main()
