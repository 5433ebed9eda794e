"""Generates the `euchre.v1` Python stubs from `protos/`.

Two ways in, one result:

- as hatchling's custom build hook, whenever a wheel or an editable install is made;
- as a script, `python hatch_build.py` (`make stubs`), after editing a proto.

It also puts the page of `clients/web` into a wheel, where it was built before.

The stubs land in `clients/python/euchre/` and are not committed. Only `euchre/**` is generated: the
`google.*` modules come from the runtime dependency `googleapis-common-protos`.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from importlib import metadata, resources
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PROTO_DIR = "protos"
STUB_DIR = "clients/python/euchre"
PAGE_DIR = "clients/web/dist"
PAGE_IN_WHEEL = "euchre_web/page"


def _plugin(name: str) -> str:
    """Makes the protoc option for a plugin of mypy-protobuf, as installed for this very interpreter.

    Leaving it to the PATH is not enough: nothing puts a virtual environment's scripts there when its
    python is called by path, and a stray plugin of another version could be found first.
    """
    for file in metadata.files("mypy-protobuf") or []:
        if file.stem == name:
            return f"--plugin={name}={Path(str(file.locate())).resolve()}"
    raise RuntimeError(f"mypy-protobuf is not installed, or without its script {name}")


def generate(root: Path) -> Path:
    """Generates the stubs for every proto of `protos/euchre`, replacing what was there.

    Args:
        root: the project's root directory.

    Returns:
        The directory that holds the stubs.
    """
    # Imported here because only a build environment, or the dev extra, has it.
    from grpc_tools import protoc

    proto_dir, stub_dir = root / PROTO_DIR, root / STUB_DIR
    protos = sorted(str(path.relative_to(proto_dir)) for path in proto_dir.glob("euchre/**/*.proto"))
    if not protos:
        raise RuntimeError(f"no .proto files under {proto_dir / 'euchre'}")

    with tempfile.TemporaryDirectory() as out:
        code = protoc.main(
            [
                "protoc",
                f"--proto_path={proto_dir}",
                f"--proto_path={resources.files('grpc_tools') / '_proto'}",  # google/protobuf/*.proto
                _plugin("protoc-gen-mypy"),
                _plugin("protoc-gen-mypy_grpc"),
                f"--python_out={out}",
                f"--grpc_python_out={out}",
                f"--mypy_out=quiet:{out}",
                f"--mypy_grpc_out=quiet:{out}",
                *protos,
            ]
        )
        if code != 0:
            raise RuntimeError(f"protoc failed with exit code {code}")

        package = Path(out) / "euchre"
        for directory in [package, *(path for path in package.rglob("*") if path.is_dir())]:
            (directory / "__init__.py").write_text('"""Generated from protos/; do not edit."""\n')
        (package / "py.typed").touch()

        # Only now, with everything generated, touch the old stubs: a broken proto leaves them usable.
        shutil.rmtree(stub_dir, ignore_errors=True)
        shutil.copytree(package, stub_dir)
    return stub_dir


class StubsBuildHook(BuildHookInterface[Any]):
    """Generates the stubs before hatchling collects a wheel's files or makes an editable install."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Runs before the build, for the `standard` and the `editable` version alike."""
        generate(Path(self.root))
        page = Path(self.root) / PAGE_DIR
        # An editable install finds the page where it is.
        if version == "standard" and (page / "index.html").is_file():
            build_data["force_include"][str(page)] = PAGE_IN_WHEEL

    def clean(self, versions: list[str]) -> None:
        """Removes the generated stubs (`hatch clean`)."""
        shutil.rmtree(Path(self.root) / STUB_DIR, ignore_errors=True)


if __name__ == "__main__":
    print(f"stubs written to {generate(Path(__file__).resolve().parent)}", file=sys.stderr)
