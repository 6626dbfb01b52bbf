"""The organizer: carries tournaments on, from the pairing of a round to its end."""
