"""Clients that load a service: keep-alive connections, tables whose moves are known beforehand, and followers.

    (table,) = await open_tables(service.port, write_scripts("zar", 1))
    async with Connection(service.port) as connection:
        await make_move(connection, table)

`tables` writes scripts of random tables and opens sessions for them, `moves` makes the moves by GraphQL or REST,
`following` counts the frames of streams, `operations` has the documents, `guests` play against bots. `slices` measures
a server under the load of `players`, `filling` stores many sessions, `serving` starts the service and its store.
"""
