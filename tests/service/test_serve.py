"""What a process does once it serves."""

import gc

from service.serve import OBJECTS_BETWEEN_COLLECTIONS, spare_collector


def test_the_collector_passes_over_what_stays() -> None:
    before = gc.get_threshold()
    try:
        spare_collector()
        assert gc.get_freeze_count() > 0
        assert gc.get_threshold()[0] == OBJECTS_BETWEEN_COLLECTIONS
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
