"""How commands end: with one line on standard error where they cannot do their work, never a traceback."""

from typing import Any

import click

from ..errors import PrecompilesError

_INTERRUPTED = 130


class _UsageLine(click.ClickException):
    """A usage error without the usage: one line."""

    exit_code = click.UsageError.exit_code


def _one_line(error: click.UsageError) -> _UsageLine:
    return _UsageLine(f"{error.format_message()} (see --help)")


class OneLineErrors(click.Group):
    """A group whose commands end with one line on standard error where they cannot do their work."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.exceptions.NoArgsIsHelpError:
            raise
        except click.UsageError as error:
            raise _one_line(error) from error

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            raise _one_line(error) from error
        except (PrecompilesError, OSError) as error:
            if isinstance(error, BrokenPipeError):
                raise  # click ends quietly when the reader has gone
            raise click.ClickException(str(error)) from error
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
            ctx.exit(_INTERRUPTED)
