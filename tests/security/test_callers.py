"""Who may call what: callers known by token or certificate, their roles, and servers that ask nobody."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc  # type: ignore[import-untyped]
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc  # type: ignore[import-untyped]

from euchre.v1 import analysis_service_pb2, bot_service_pb2, rules_service_pb2
from euchre.v1 import rules_service_pb2 as pb
from euchre_service.assembly import services
from euchre_service.callers import CallersError, Role, file_line, new_token
from euchre_service.callers import CallersFile as Known
from euchre_service.config import ConfigError, Mode, ServerConfig
from euchre_service.gate import announce, neighbourhood
from euchre_service.rights import RIGHTS, roles_for
from tests.security.pki import Authority
from tests.security.servers import (
    CREATE,
    LIST,
    CallersFile,
    Metadata,
    bearer,
    calling,
    calls_of,
    refused,
    serving,
)
from tests.service.fakes import Log

UNAUTHENTICATED = grpc.StatusCode.UNAUTHENTICATED
DENIED = grpc.StatusCode.PERMISSION_DENIED


@pytest.fixture
def callers(tmp_path: Path) -> CallersFile:
    return CallersFile(tmp_path / "callers")


# --- tokens ------------------------------------------------------------------------------------------------


def test_only_who_has_a_token_is_served(callers: CallersFile, log: Log) -> None:
    with serving(log, callers_file=callers.path) as address, calling(address) as stub:
        host = callers.metadata(Role.HOST)
        assert stub.CreateGame(CREATE, metadata=host).host_key
        lower = (("authorization", f"bearer {callers.tokens[Role.HOST]}"),)
        assert stub.ListRulesets(LIST, metadata=lower).rulesets
        assert refused(lambda: stub.ListRulesets(LIST)) == (UNAUTHENTICATED, "CREDENTIALS_MISSING", {})
        token = callers.tokens[Role.HOST]
        for wrong in (
            bearer(new_token()),
            bearer(token[:-1]),
            bearer(token + "x"),
            bearer(token.swapcase()),
            bearer(hashlib.sha256(token.encode()).hexdigest()),
            bearer(""),
            bearer("a.b.c"),
            (("authorization", f"Basic {token}"),),
            (("authorization", token),),
            bearer(token) * 2,
        ):
            with_wrong: Callable[[], Any] = lambda m=wrong: stub.ListRulesets(LIST, metadata=m)  # type: ignore[misc]  # noqa: E731
            assert refused(with_wrong) == (UNAUTHENTICATED, "CREDENTIALS_INVALID", {})
    assert [line.get("caller") for line in calls_of(log)[:3]] == ["the-host", "the-host", None]
    assert all(token not in log.text() for token in callers.tokens.values())


def test_a_request_of_a_stranger_is_not_read(callers: CallersFile) -> None:
    """It is refused before its bytes are decoded, and however long it is."""
    with (
        serving(callers_file=callers.path, max_message_bytes=1024) as address,
        grpc.insecure_channel(address) as channel,
    ):
        method: Any = channel.unary_unary("/euchre.v1.RulesService/CreateGame")
        for request in (b"\xff\xff\xff", bytes(100_000)):
            assert refused(lambda r=request: method(r))[0] in (  # type: ignore[misc]
                UNAUTHENTICATED,
                grpc.StatusCode.RESOURCE_EXHAUSTED,
            )
        assert refused(lambda: method(b"\xff\xff\xff"))[1] == "CREDENTIALS_MISSING"


def test_the_file_holds_no_token(callers: CallersFile) -> None:
    text = callers.path.read_text()
    assert all(token not in text and token[7:] not in text for token in callers.tokens.values())


def test_tokens_are_compared_whole_and_by_their_digest() -> None:
    """Two tokens whose digests begin alike are told apart: the short look-up decides nothing."""
    token = new_token()
    digest = hashlib.sha256(token.encode()).hexdigest()
    other = digest[:16] + "0" * 48
    known = Known(f"one player sha256:{other}\ntwo host sha256:{digest}")
    caller = known.by_token(token)
    assert caller is not None and caller.name == "two"
    assert Known(f"one player sha256:{other}").by_token(token) is None


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("alice", "a name, its roles and a proof"),
        ("alice player", "a name, its roles and a proof"),
        ("al/ice player cert:a", "a name has"),
        ("alice king cert:a", "the roles are player, host, operator"),
        ("alice player sha256:12", "a proof is"),
        ("alice player password:12", "a proof is"),
        ("alice player cert:", "a proof is"),
        ("alice player cert:a\nbob host cert:a", "line 2: another caller has this certificate"),
        (f"a player sha256:{'0' * 64}\nb host sha256:{'0' * 64}", "line 2: another caller has this token"),
    ],
)
def test_files_that_cannot_be_used(line: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "callers"
    path.write_text(line)
    with pytest.raises(CallersError, match=said):
        Known.read(path)
    with pytest.raises(ConfigError) as caught, serving(callers_file=path):
        pass
    assert caught.value.flag == "--callers-file"


def test_a_line_is_made_for_a_token() -> None:
    token = new_token()
    known = Known(file_line("alice", [Role.PLAYER, Role.HOST], token)).by_token(token)
    assert known is not None
    assert (known.name, known.roles) == ("alice", frozenset({Role.PLAYER, Role.HOST}))
    with pytest.raises(CallersError):
        file_line("alice in wonderland", [Role.PLAYER], token)


# --- roles -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", Role)
def test_each_role_may_call_what_the_table_says(role: Role, callers: CallersFile) -> None:
    """Every method of the service is called; what may be called is refused for another reason, or served."""
    methods = pb.DESCRIPTOR.services_by_name["RulesService"].methods
    with serving(callers_file=callers.path) as address, calling(address) as stub:
        for method in methods:
            request = getattr(pb, f"{method.name}Request")()
            try:
                getattr(stub, method.name)(request, metadata=callers.metadata(role))
            except grpc.RpcError as error:
                failed = error
                code, reason, metadata = refused(lambda e=failed: raise_again(e))  # type: ignore[misc]
            else:
                code, reason, metadata = grpc.StatusCode.OK, "", {}
            needed = roles_for(f"/{method.full_name.rpartition('.')[0]}/{method.name}")
            if role in needed:
                assert reason != "ROLE_REQUIRED", method.name
            else:
                wanted = {"roles": ",".join(sorted(needed))}
                assert (code, reason, metadata) == (DENIED, "ROLE_REQUIRED", wanted), method.name


def raise_again(error: Exception) -> None:
    raise error


def test_players_make_no_games(callers: CallersFile) -> None:
    with serving(callers_file=callers.path) as address, calling(address) as stub:
        player = callers.metadata(Role.PLAYER)
        assert refused(lambda: stub.CreateGame(CREATE, metadata=player))[:2] == (DENIED, "ROLE_REQUIRED")


def test_only_operators_ask_for_the_protos(callers: CallersFile) -> None:
    ask = [reflection_pb2.ServerReflectionRequest(list_services="")]
    with (
        serving(callers_file=callers.path, reflection=True) as address,
        grpc.insecure_channel(address) as channel,
    ):
        stub = reflection_pb2_grpc.ServerReflectionStub(channel)

        def names(metadata: Metadata) -> list[str]:
            (answer,) = stub.ServerReflectionInfo(iter(ask), metadata=metadata)
            return [service.name for service in answer.list_services_response.service]

        assert "euchre.v1.RulesService" in names(callers.metadata(Role.OPERATOR))
        assert refused(lambda: names(callers.metadata(Role.HOST)))[:2] == (DENIED, "ROLE_REQUIRED")
        assert refused(lambda: names(()))[:2] == (UNAUTHENTICATED, "CREDENTIALS_MISSING")


def test_anybody_may_ask_for_health(callers: CallersFile) -> None:
    with serving(callers_file=callers.path) as address, grpc.insecure_channel(address) as channel:
        answer = health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest())
        assert answer.status == health_pb2.HealthCheckResponse.SERVING


def test_every_method_has_its_roles() -> None:
    """What is not in the table is for operators; so nothing of ours may be missing there."""
    files = (rules_service_pb2, analysis_service_pb2, bot_service_pb2)
    for file in files:
        for service in file.DESCRIPTOR.services_by_name.values():
            for method in service.methods:
                name = f"{service.full_name}/{method.name}"
                assert name in RIGHTS or f"{service.full_name}/*" in RIGHTS, name
    served = {registration.name for registration in services(ServerConfig(plain=True), None)}
    assert served <= {name.partition("/")[0] for name in RIGHTS}
    assert roles_for("/other.Service/Method") == {Role.OPERATOR}


def test_the_documented_table_is_the_one_in_use() -> None:
    page = (Path(__file__).parents[2] / "docs/security.md").read_text()
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in page.splitlines()
        if line.startswith("| `")
    ]
    told: dict[str, set[str]] = {}
    for methods, *marks in rows:
        if len(marks) == len(Role):
            for method in methods.replace("`", "").split(", "):
                told[method] = {role for role, mark in zip(Role, marks, strict=True) if mark == "yes"}
    short = {name.removeprefix("euchre.v1.RulesService/"): set(roles) for name, roles in RIGHTS.items()}
    assert told == short


# --- certificates ------------------------------------------------------------------------------------------


def test_a_certificate_is_enough(tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    own = authority.issue("server", "localhost")
    alice = authority.issue("whatever", "other.example", "alice.example")
    bob, carol = authority.issue("bob"), authority.issue("carol")
    callers = CallersFile(tmp_path / "callers", "alice player cert:alice.example", "bob host cert:bob")
    tls = {"tls_cert": own.certificate, "tls_key": own.key, "tls_client_ca": authority.certificate}
    with serving(callers_file=callers.path, **tls) as address:

        def create(files: Any, **options: Any) -> tuple[Any, ...]:
            with calling(
                address, tls_ca=authority.certificate, tls_cert=files.certificate, tls_key=files.key
            ) as stub:
                assert stub is not None
                try:
                    stub.CreateGame(CREATE, **options)
                except grpc.RpcError as error:
                    failed = error
                    return refused(lambda: raise_again(failed))[:2]
                return (grpc.StatusCode.OK, "")

        assert create(alice) == (DENIED, "ROLE_REQUIRED")
        assert create(bob) == (grpc.StatusCode.OK, "")
        assert create(carol) == (UNAUTHENTICATED, "CREDENTIALS_MISSING")
        # A token counts before the certificate; a wrong one does not fall back to it.
        assert create(alice, metadata=callers.metadata(Role.HOST)) == (grpc.StatusCode.OK, "")
        assert create(bob, metadata=bearer(new_token())) == (UNAUTHENTICATED, "CREDENTIALS_INVALID")


def test_without_a_list_every_certificate_of_the_authority_is_a_host(tmp_path: Path, log: Log) -> None:
    authority = Authority(tmp_path)
    own, alice = authority.issue("server", "localhost"), authority.issue("alice", "alice.example")
    tls = {"tls_cert": own.certificate, "tls_key": own.key, "tls_client_ca": authority.certificate}
    with (
        serving(log, mode=Mode.PRODUCTION, i_trust_every_caller=True, plain=True, **tls) as address,
        calling(address, tls_ca=authority.certificate, tls_cert=alice.certificate, tls_key=alice.key) as stub,
    ):
        assert stub.CreateGame(CREATE).host_key
    assert [line["caller"] for line in calls_of(log)] == ["alice.example"]


# --- nobody in particular ----------------------------------------------------------------------------------


def test_production_demands_callers_or_a_clear_word(log: Log) -> None:
    with pytest.raises(ConfigError, match="needs callers it knows") as caught:
        announce(ServerConfig(mode=Mode.PRODUCTION), log.logger)
    assert caught.value.flag == "--allow-anonymous"
    trusting = {"mode": Mode.PRODUCTION, "plain": True, "i_trust_every_caller": True}
    with pytest.raises(ConfigError, match="needs callers it knows"), serving(**trusting):
        pass
    announce(ServerConfig(mode=Mode.PRODUCTION, allow_anonymous=True), log.logger)
    announce(ServerConfig(), log.logger)
    lines = [line for line in log.lines() if line["event"] == "callers"]
    assert [line["level"] for line in lines] == ["warning", "warning"]
    assert all("anonymous: whoever reaches this server" in line["form"] for line in lines)


def test_anonymous_callers_beside_known_ones(callers: CallersFile) -> None:
    with (
        serving(callers_file=callers.path, allow_anonymous=True, reflection=True) as address,
        calling(address) as stub,
        grpc.insecure_channel(address) as channel,
    ):
        assert stub.CreateGame(CREATE).host_key
        assert stub.CreateGame(CREATE, metadata=callers.metadata(Role.HOST)).host_key
        wrong = bearer(new_token())
        assert refused(lambda: stub.CreateGame(CREATE, metadata=wrong))[1] == "CREDENTIALS_INVALID"
        reflection = reflection_pb2_grpc.ServerReflectionStub(channel)
        ask = reflection_pb2.ServerReflectionRequest(list_services="")
        assert refused(lambda: list(reflection.ServerReflectionInfo(iter([ask]))))[1] == "ROLE_REQUIRED"


def test_a_server_that_asks_nobody_minds_no_token() -> None:
    with serving() as address, calling(address) as stub:
        assert stub.ListRulesets(LIST, metadata=bearer("whatever")).rulesets


@pytest.mark.parametrize(
    ("peer", "counted"),
    [
        ("ipv4:192.0.2.1:5000", "192.0.2.1"),
        ("ipv6:%5B2001:db8::1:2:3:4%5D:5000", "2001:db8::/64"),
        ("ipv6:[::ffff:192.0.2.1]:5000", "192.0.2.1"),
        ("ipv6:%5Bfe80::1%25eth0%5D:5000", "fe80::/64"),
        ("unix:/run/euchre", "unix"),
        ("nonsense", "nonsense"),
    ],
)
def test_addresses_that_count_as_one(peer: str, counted: str) -> None:
    assert neighbourhood(peer) == counted
