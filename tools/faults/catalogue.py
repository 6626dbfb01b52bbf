"""The scenarios by name, with their smallest sizes."""

from collections.abc import Mapping

import msgspec

from tools.faults.run import ROUND, Knobs, Report, Scenario, execute
from tools.faults.scenarios import bot_tables, kills, notices, partitions, sentinels, soak, topologies
from tools.faults.tournaments import scenario


class Listed(msgspec.Struct, frozen=True):
    """A scenario, its default knobs, and the size of a round in moves or other counts."""

    scenario: Scenario
    small: Knobs
    size: int = ROUND


SCENARIOS: Mapping[str, Listed] = {
    "kills": Listed(kills.kills, Knobs(moves=1000, kills=4, worker_kills=4)),
    "bots": Listed(bot_tables.bots, Knobs(moves=300, kills=2, worker_kills=4, tables=8)),
    "tournament": Listed(scenario.tournament, Knobs(kills=4, worker_kills=6, tables=4)),
    "notices": Listed(notices.notices, Knobs(moves=300, kills=2, worker_kills=4, count=4, tables=8, rest=0.3)),
    "drops": Listed(kills.drops, Knobs(count=300)),
    "races": Listed(kills.races, Knobs(count=300)),
    "reconnections": Listed(kills.reconnections, Knobs(count=500)),
    "pauses": Listed(kills.pauses, Knobs(moves=300, kills=3, worker_kills=3)),
    "disk-full": Listed(kills.disk_full, Knobs(moves=300, kills=3)),
    "first-rewrite": Listed(kills.first_rewrite, Knobs(moves=300, kills=2), size=500),
    "clocks": Listed(kills.clocks, Knobs(moves=300, kills=12)),
    "rolling-restart": Listed(kills.rolling_restart, Knobs(moves=300, worker_kills=4)),
    "sentinel": Listed(topologies.sentinel, Knobs(moves=300, count=4)),
    "old-primary": Listed(topologies.old_primary, Knobs(moves=300, count=2)),
    "slow-sentinels": Listed(sentinels.slow_sentinels, Knobs(moves=300, count=3)),
    "emptied-primary": Listed(sentinels.emptied_primary, Knobs(moves=300, count=2)),
    "emptied-store": Listed(sentinels.emptied_store, Knobs(count=2), size=1),
    "cluster": Listed(topologies.cluster, Knobs(moves=300, count=4)),
    "slots": Listed(topologies.slots, Knobs(moves=300, count=20)),
    "replicated": Listed(topologies.cut, Knobs(moves=300, count=2)),
    # Losses are permanent: so each failover has servers of its own.
    "local": Listed(topologies.local, Knobs(count=2), size=1),
    "partition": Listed(partitions.partition, Knobs(moves=300, count=2)),
    "partition-local": Listed(partitions.partition_local, Knobs(count=1), size=1),
    "soak": Listed(soak.soak, Knobs(minutes=1.0)),
}


async def carry_out(name: str, knobs: Knobs) -> Report:
    """Run a scenario and return the report."""
    listed = SCENARIOS[name]
    return await execute(name, listed.scenario, knobs, listed.size)
