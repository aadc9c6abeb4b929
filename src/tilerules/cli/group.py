"""What goes wrong in a command, told as a message and an exit status."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from typing import Any

import click

import tilerules as tr
from tilerules.cli.cards import exit_status, unknown
from tilerules.cli.files import BadArguments
from tilerules.simulation.working import INTERRUPTED


@contextmanager
def plugins_told() -> Generator[None, None, None]:
    """Say on standard error which plug-ins are broken, in a line of our own."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", tr.PluginWarning)
        warnings.showwarning = partial(_show, warnings.showwarning)
        yield


def _show(
    usual: Callable[..., None], message: Warning | str, category: type[Warning], *where: Any
) -> None:
    if category is tr.PluginWarning:
        click.echo(f"note: {message}", err=True)
    else:
        usual(message, category, *where)


class Commands(click.Group):
    """The commands; an error of the library becomes a message and an exit status."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        try:
            with plugins_told():
                return super().invoke(ctx)
        except tr.InvalidRuleset as error:
            click.echo(str(error), err=True)
            sys.exit(exit_status(error.problems))
        except tr.SimulationInterrupted as error:
            click.echo(f"Error: {error}", err=True)
            sys.exit(130 if error.problem == INTERRUPTED else 3)
        except tr.UnknownRuleset as error:
            raise BadArguments(unknown(error)) from error
        except tr.TilerulesError as error:
            raise BadArguments(str(error)) from error
        except KeyboardInterrupt:
            sys.exit(130)
