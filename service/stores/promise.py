"""What a Redis server's settings promise: whether sessions are safe there, and from what."""

from typing import Any

import msgspec
from redis.asyncio import Redis
from redis.exceptions import ResponseError

from service.settings import STORE, SettingsError

PROMISES = {
    "always": "every acknowledged change is on disk: it survives a killed server and a power loss.",
    "always, but not during a rewrite": "every acknowledged change is on disk, except while the server rewrites "
    "its log (no-appendfsync-on-rewrite is yes): then a crash may lose the last seconds.",
    "everysec": "changes are on disk after a second (appendfsync is everysec): a crash may lose the last one.",
    "no": "the operating system decides when changes are on disk (appendfsync is no): "
    "a crash may lose the last half minute.",
    "off": "there is no append-only file (appendonly is no): a crash may lose everything since the last snapshot.",
    "unknown": "what a crash may lose is unknown, as this user may not read the server's settings "
    "(INFO or CONFIG GET is forbidden).",
}


class Facts(msgspec.Struct, frozen=True):
    """A server's settings as far as we may read them; None is unknown."""

    role: str | None
    cluster: bool | None
    max_memory: int | None
    policy: str | None
    append_only: bool | None
    fsync: str | None


async def read_facts(client: Redis) -> Facts:
    """Ask a server for its settings. Raises redis-py's errors, but not for commands that are forbidden."""
    await client.ping()
    info = await _info(client)
    return Facts(
        role=info.get("role"),
        cluster=bool(info["cluster_enabled"]) if "cluster_enabled" in info else None,
        max_memory=info.get("maxmemory"),
        policy=info.get("maxmemory_policy"),
        append_only=bool(info["aof_enabled"]) if "aof_enabled" in info else None,
        fsync=await _fsync(client),
    )


def check_facts(facts: Facts, shown: str) -> None:
    """Raise `SettingsError` for a server that would lose sessions or cannot take them."""
    if facts.role not in (None, "master"):
        raise refusal(shown, "the server is a read-only replica", "the primary server")
    if facts.cluster:
        raise refusal(shown, "the server is a node of a Redis Cluster", "a server that is not in a cluster")
    if facts.max_memory and facts.policy not in (None, "noeviction"):
        reason = f"the server drops sessions when its memory is full (maxmemory-policy is {facts.policy})"
        raise refusal(shown, reason, "CONFIG SET maxmemory-policy noeviction, and the same in its redis.conf")


def promise(facts: Facts) -> str:
    """Return one sentence that says what a crash of the server may lose."""
    if facts.append_only is False:
        return PROMISES["off"]
    if facts.append_only is None:
        return PROMISES["unknown"]
    return PROMISES.get(facts.fsync or "", PROMISES["unknown"])


def refusal(shown: str, reason: str, expected: str) -> SettingsError:
    """Return the error that stops the start; `shown` is the URL without its password."""
    return SettingsError(f'{STORE} is "{shown}", but {reason}. Expected: {expected}.')


async def _info(client: Redis) -> dict[str, Any]:
    try:
        return await client.info()
    except ResponseError:
        return {}


async def _fsync(client: Redis) -> str | None:
    try:
        settings = await client.config_get("*appendfsync*")
    except ResponseError:
        return None
    fsync, on_rewrite = settings.get("appendfsync"), settings.get("no-appendfsync-on-rewrite")
    if fsync == "always" and on_rewrite == "yes":
        return "always, but not during a rewrite"
    return str(fsync) if fsync else None
