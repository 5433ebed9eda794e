from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer import Typer
from typer.testing import CliRunner

from euchre_service import main
from euchre_service.assembly import load_keyring, sealing
from euchre_service.codec import PAYLOAD_BYTES
from euchre_service.config import ConfigError, Mode, ServerConfig
from euchre_service.keyring import Keyring, MasterKey
from euchre_service.seal import PlainStates, SealedStates
from euchre_service.server import channel_options
from tests.service.fakes import Log

KEY = MasterKey(bytes.fromhex("5f1c02aa"), bytes(range(32)))


@pytest.mark.parametrize(
    ("settings", "flag"),
    [
        ({"host": ""}, "--host"),
        ({"port": -1}, "--port"),
        ({"port": 65536}, "--port"),
        ({"workers": 0}, "--workers"),
        ({"max_message_bytes": 10}, "--max-message-bytes"),
        ({"max_concurrent_calls": 0}, "--max-concurrent-calls"),
        ({"min_ping_seconds": 0.0}, "--min-ping-seconds"),
        ({"max_connection_age_seconds": -1.0}, "--max-connection-age-seconds"),
        ({"max_connection_age_grace_seconds": float("nan")}, "--max-connection-age-grace-seconds"),
        ({"drain_delay_seconds": -1.0}, "--drain-delay-seconds"),
        ({"drain_seconds": float("inf")}, "--drain-seconds"),
        ({"environment": "über"}, "--environment"),
        ({"environment": "a b"}, "--environment"),
        ({"keys_env": "NOT-A-NAME"}, "--keys-env"),
        ({"plain": True, "keys_file": Path("keys")}, "--plain"),
        ({"plain": True, "mode": Mode.PRODUCTION}, "--plain"),
    ],
)
def test_errors_name_the_flag(settings: dict[str, Any], flag: str) -> None:
    with pytest.raises(ConfigError) as caught:
        ServerConfig(**settings)
    assert caught.value.flag == flag
    assert str(caught.value).startswith(f"{flag}: ")


def test_summary_is_plain_and_says_nothing_of_keys() -> None:
    summary = ServerConfig(keys_file=Path("/run/secrets/euchre"), environment="staging").summary()
    assert summary["environment"] == "staging"
    assert summary["mode"] == "development"
    assert "secrets" not in json.dumps(dict(summary))


def test_channel_options() -> None:
    options = dict(channel_options(ServerConfig(max_message_bytes=5000)))
    assert options["grpc.so_reuseport"] == 0
    assert options["grpc.max_receive_message_length"] == 5000
    assert options["grpc.max_connection_age_ms"] == 1_800_000
    assert dict(channel_options(ServerConfig(workers=2)))["grpc.so_reuseport"] == 1
    assert "grpc.max_connection_age_ms" not in dict(
        channel_options(ServerConfig(max_connection_age_seconds=0))
    )


def test_development_makes_a_key_and_says_so(log: Log) -> None:
    keyring = load_keyring(ServerConfig(), {}, log.logger)
    assert keyring is not None
    (line,) = log.lines()
    assert (line["level"], line["event"]) == ("warning", "sealing")
    assert "all games are lost" in line["form"]


def test_production_refuses_to_start_without_keys(log: Log) -> None:
    with pytest.raises(ConfigError, match="production mode needs keys") as caught:
        load_keyring(ServerConfig(mode=Mode.PRODUCTION), {}, log.logger)
    assert caught.value.flag == "--keys-file"


def test_keys_from_variable(log: Log) -> None:
    config = ServerConfig(mode=Mode.PRODUCTION, keys_env="OTHER")
    keyring = load_keyring(config, {"OTHER": KEY.to_line()}, log.logger)
    assert keyring is not None
    assert keyring.primary_id == KEY.key_id
    (line,) = log.lines()
    assert (line["level"], line["key_ids"]) == ("info", ["5f1c02aa"])


def test_file_wins_over_variable_and_is_checked(log: Log, tmp_path: Path) -> None:
    path = tmp_path / "keys"
    path.write_text(KEY.to_line())
    path.chmod(0o644)
    keyring = load_keyring(ServerConfig(keys_file=path), {"EUCHRE_KEYS": "nonsense"}, log.logger)
    assert keyring is not None
    assert [line["level"] for line in log.lines()] == ["warning", "info"]
    path.write_text("nonsense")
    with pytest.raises(ConfigError, match="line 1") as caught:
        load_keyring(ServerConfig(keys_file=path), {}, log.logger)
    assert caught.value.flag == "--keys-file"


def test_plain_has_no_keys(log: Log) -> None:
    config = ServerConfig(plain=True, mode=Mode.PRODUCTION, i_trust_every_caller=True)
    assert load_keyring(config, {"EUCHRE_KEYS": KEY.to_line()}, log.logger) is None
    assert log.lines()[0]["level"] == "warning"


def test_sealer_and_seat_keys_go_together() -> None:
    states, seat_keys = sealing(ServerConfig(), None)
    assert isinstance(states, PlainStates)
    assert seat_keys.authority(b"", states.key_id, bytes(16), 4).host

    states, seat_keys = sealing(ServerConfig(environment="e"), Keyring([KEY]))
    assert isinstance(states, SealedStates)
    payload = bytes(PAYLOAD_BYTES)
    assert states.seal(payload) == SealedStates(Keyring([KEY]), "e").seal(payload)
    assert not seat_keys.authority(b"", states.key_id, bytes(16), 4).host


class Command:
    """The command line, with a server that only remembers its configuration."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.config = ServerConfig()
        monkeypatch.setattr(main, "serve", self._serve)
        self._app = Typer()
        self._app.command()(main.server_command)

    def _serve(self, config: ServerConfig) -> int:
        self.config = config
        return 0

    def __call__(self, *flags: str, **env: str) -> tuple[int, str]:
        result = CliRunner().invoke(self._app, flags, env=env)
        return result.exit_code, result.output


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Command:
    return Command(monkeypatch)


def test_defaults_of_the_command_are_those_of_the_config(command: Command) -> None:
    command.config = ServerConfig(port=1)
    assert command() == (0, "")
    assert command.config == ServerConfig()


def test_variables_set_options_and_flags_win(command: Command) -> None:
    code, _ = command("--port", "6001", EUCHRE_PORT="6000", EUCHRE_WORKERS="3", EUCHRE_MODE="production")
    assert code == 0
    assert (command.config.port, command.config.workers, command.config.mode) == (6001, 3, Mode.PRODUCTION)


def test_every_setting_has_a_flag(command: Command) -> None:
    code, text = command("--help", COLUMNS="200", TERM="dumb")
    assert code == 0
    for name in ServerConfig.__dataclass_fields__:
        assert "--" + name.replace("_", "-") in text, name
        assert f"EUCHRE_{name.upper()}" in text, name


def test_bad_settings_end_with_2_and_the_flag(command: Command) -> None:
    code, text = command("--environment", "a b")
    assert (code, "--environment: takes up to" in text) == (2, True)
    code, text = command(EUCHRE_PORT="many", COLUMNS="200", TERM="dumb")
    assert code == 2
    assert "'--port' (env var: 'EUCHRE_PORT')" in text


@pytest.mark.parametrize(("given", "missing"), [("--tls-cert", "--tls-key"), ("--tls-key", "--tls-cert")])
def test_half_of_a_certificate_names_the_other_half(command: Command, given: str, missing: str) -> None:
    code, text = command(given, "x.pem")
    assert (code, text.strip()) == (2, f"euchre-server: {given}: needs {missing} too")


def test_new_key(command: Command) -> None:
    code, text = command("--new-key")
    assert code == 0
    assert len(Keyring.parse(text).key_ids) == 1
