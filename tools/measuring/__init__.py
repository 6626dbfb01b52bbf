"""What measurements need: the clock, the turns, the machine, its processes, and environments for what is compared."""
