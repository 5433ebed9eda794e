"""Generates the stubs of `docs/languages.md`. Not collected by `make test`: it needs the generators."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

import pytest

from tests.polyglot.conftest import Figure, need
from tests.polyglot.page import ROOT, block, environment, run

SECTION: Final = "Stubs for more languages"
TEMPLATES: Final = ROOT / "clients" / "templates"
STUBS: Final = ROOT / "build" / "stubs"


@pytest.fixture(scope="session")
def _plugins() -> None:
    """The plugins that the page installs, and those that it expects."""
    need("cargo", "mvn", "protoc", "grpc_php_plugin", "grpc_ruby_plugin")
    run(block(SECTION, "plugins"))


@pytest.mark.usefixtures("_plugins")
@pytest.mark.parametrize(
    ("language", "messages", "service"),
    [
        ("kotlin", "euchre/v1/ViewKt.kt", "euchre/v1/RulesServiceOuterClassGrpcKt.kt"),
        ("php", "Euchre/V1/View.php", "Euchre/V1/RulesServiceClient.php"),
        ("ruby", "euchre/v1/view_pb.rb", "euchre/v1/rules_service_services_pb.rb"),
        ("rust", "euchre/v1/euchre.v1.rs", "euchre/v1/euchre.v1.tonic.rs"),
    ],
)
def test_generates(language: str, messages: str, service: str, figure: Figure) -> None:
    (command,) = [line for line in block(SECTION, "generate").splitlines() if f".{language}." in line]
    run(command)
    assert (STUBS / language / messages).is_file()
    assert "RulesService" in (STUBS / language / service).read_text()
    figure(f"{language}, stubs", f"{sum(file.is_file() for file in (STUBS / language).rglob('*'))} files")


def test_generates_csharp_as_far_as_its_plugin_is_there(tmp_path: Path) -> None:
    need("protoc")
    template = (TEMPLATES / "buf.gen.csharp.yaml").read_text()
    plugin = "grpc_csharp_plugin"
    if not shutil.which(plugin, path=environment()["PATH"]):
        template = template.partition(f"  - local: {plugin}")[0]
    file = tmp_path / "buf.gen.yaml"
    file.write_text(template)
    run(f"buf generate --template '{file}'")
    assert (STUBS / "csharp" / "View.g.cs").is_file()


def test_generates_swift_where_swift_is() -> None:
    if not shutil.which("protoc-gen-swift", path=environment()["PATH"]):
        pytest.skip("protoc-gen-swift is not here; it is built with Swift")
    run("buf generate --template clients/templates/buf.gen.swift.yaml")
    assert (STUBS / "swift" / "euchre" / "v1" / "view.pb.swift").is_file()
