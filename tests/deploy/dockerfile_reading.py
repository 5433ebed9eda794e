"""Reads a Dockerfile into stages, as far as ours uses the language: anything else is an error."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias

import dockerfile


@dataclass(frozen=True, slots=True)
class Run:
    """A shell command, and the environment and folder it runs in."""

    command: str
    environment: dict[str, str]
    folder: str


@dataclass(frozen=True, slots=True)
class Copy:
    """Files to copy; `stage` names the stage they come from, None the build's context."""

    sources: tuple[str, ...]
    target: str
    stage: str | None


Step: TypeAlias = Run | Copy


@dataclass(slots=True)
class Stage:
    """One `FROM` and what follows it.

    Attributes:
        name: after `AS`.
        base: an image, `scratch`, or the name of an earlier stage.
        steps: what is carried out, in order.
        environment: the variables at its end.
        folder: the working directory at its end.
        user: `uid:gid`, or empty for root.
        entrypoint: the program that a container runs.
        health: the command of the health check.
        labels: what it says of itself.
        stop_signal: what asks it to end.
    """

    name: str
    base: str
    steps: list[Step] = field(default_factory=list)
    environment: dict[str, str] = field(default_factory=dict)
    folder: str = "/"
    user: str = ""
    entrypoint: tuple[str, ...] = ()
    health: tuple[str, ...] = ()
    labels: dict[str, str] = field(default_factory=dict)
    stop_signal: str = ""


_VARIABLE: Final = re.compile(r"\$\{(\w+)\}")


def read(path: Path) -> dict[str, Stage]:
    """The stages of a Dockerfile by name, in order.

    Raises:
        ValueError: it uses something that is not known here.
    """
    arguments: dict[str, str] = {}
    stages: dict[str, Stage] = {}
    for command in dockerfile.parse_file(str(path)):
        verb: str = command.cmd.upper()
        if verb == "ARG":
            name, _, default = command.value[0].partition("=")
            arguments[name] = default
        elif verb == "FROM":
            image, _as, name = command.value
            base = _VARIABLE.sub(lambda found: arguments[found[1]], image)
            stages[name] = Stage(name, base)
            if base in stages:
                stages[name].environment |= stages[base].environment
                stages[name].folder = stages[base].folder
        else:
            _add(list(stages.values())[-1], verb, command.value, command.flags, command.json)
    return stages


def _add(stage: Stage, verb: str, value: tuple[str, ...], flags: tuple[str, ...], exec_form: bool) -> None:
    match verb:
        case "RUN" if not exec_form and not flags:
            stage.steps.append(Run(value[0], dict(stage.environment), stage.folder))
        case "COPY":
            origin = [flag.removeprefix("--from=") for flag in flags]
            stage.steps.append(
                Copy(value[:-1], f"{stage.folder}/{value[-1]}", origin[0] if origin else None)
                if not value[-1].startswith("/")
                else Copy(value[:-1], value[-1], origin[0] if origin else None)
            )
        case "ENV":
            stage.environment |= _pairs(value)
        case "LABEL":
            stage.labels |= _pairs(value)
        case "WORKDIR":
            stage.folder = value[0]
        case "USER":
            stage.user = value[0]
        case "ENTRYPOINT" if exec_form:
            stage.entrypoint = value
        case "HEALTHCHECK" if exec_form and value[0] == "CMD":
            stage.health = value[1:]
        case "STOPSIGNAL":
            stage.stop_signal = value[0]
        case "EXPOSE":
            pass
        case _:
            raise ValueError(f"not known here: {verb} {' '.join((*flags, *value))}")


def _pairs(value: tuple[str, ...]) -> dict[str, str]:
    return {name: text.strip('"') for name, text in zip(value[::2], value[1::2], strict=True)}
