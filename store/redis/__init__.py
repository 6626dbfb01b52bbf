"""The store on Redis: one server, a primary with Sentinels, or a Cluster."""
