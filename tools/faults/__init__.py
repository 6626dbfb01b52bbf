"""Everything that goes wrong while clients play, and a checker of what they were answered.

`catalogue` lists the scenarios; a `Run` gives each a fleet of workers, players and followers, who write a `History`;
`checker` judges it. `planted` has stores that are each broken in one way, and must be condemned.
"""
