"""Fault injection while clients play, and a checker of the answers that they received.

`catalogue` lists the scenarios; a `Run` gives each a fleet of workers, players and followers, who write a `History`;
`checker` judges it. `planted` has stores with one fault each, which the checker must condemn.
"""
