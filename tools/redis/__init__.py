"""Real Redis servers on free ports, alone, with replicas and Sentinels, or as a Cluster; and a faulty proxy."""
