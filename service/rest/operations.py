"""Every operation of the REST API."""

from service.rest import catalogue, sessions, streams, table, tables
from service.rest.registry import Operation

OPERATIONS: tuple[Operation, ...] = (
    *catalogue.OPERATIONS,
    *sessions.OPERATIONS,
    *table.OPERATIONS,
    *streams.OPERATIONS,
    *tables.OPERATIONS,
)
