"""The scenarios by name."""

from collections.abc import Mapping

from tests.faults import scenarios, soak, topologies
from tests.faults.run import Scenario

SCENARIOS: Mapping[str, Scenario] = {
    "kills": scenarios.kills,
    "drops": scenarios.drops,
    "races": scenarios.races,
    "reconnections": scenarios.reconnections,
    "pauses": scenarios.pauses,
    "disk-full": scenarios.disk_full,
    "rolling-restart": scenarios.rolling_restart,
    "sentinel": topologies.sentinel,
    "cluster": topologies.cluster,
    "slots": topologies.slots,
    "replicated": topologies.cut,
    "local": topologies.local,
    "soak": soak.soak,
}
