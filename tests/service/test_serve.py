"""What a process does once it serves."""

import gc

from service.serve import COLLECTIONS, spare_collector


def test_the_collector_passes_over_what_stays() -> None:
    before = gc.get_threshold()
    try:
        spare_collector()
        assert gc.get_freeze_count() > 0
        assert gc.get_threshold() == COLLECTIONS
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
