"""Shared code of tests and benchmarks: real servers to start, and large or random inputs for them.

    with RedisServer() as redis, Service(redis.url, folder) as service:
        service.http.get(f"{service.root}/livez")

`services` runs the service in a process of its own, or an application in a thread; `fork_server` makes many such
processes cheap. `servers` finds programs and free ports; `redis` starts Redis, and
stands between it and a service as a faulty proxy. `image_steps` builds the image without a container engine;
`entry_dictionary` makes what log entries are compressed with. `stores`, `stored` and
`use_cases` call parts of the service without an API. `large` has the largest requests that are accepted;
`random_tables` and `random_tournaments` play by lot. `load` has clients that keep a service busy, `measuring` the
clock, the processes and the machine. `faults` injects faults while clients play, and judges their answers.

No released package imports this one, and it imports neither tests nor benchmarks.
"""
