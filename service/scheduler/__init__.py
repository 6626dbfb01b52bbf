"""The scheduler: carries tournaments on, from the pairing of a round to its end."""
