"""Where in a document an error is: found by its lines, which are counted once."""

import re
from bisect import bisect_left
from functools import cached_property

from graphql import Source, SourceLocation

_NEW_LINE = re.compile(r"\r\n|[\n\r]")


class IndexedSource(Source):
    """A document that knows where its lines begin; the library counts them anew for each error."""

    @cached_property
    def _breaks(self) -> tuple[list[int], list[int]]:
        """Where line breaks begin and end."""
        found = list(_NEW_LINE.finditer(self.body))
        return [one.start() for one in found], [one.end() for one in found]

    def get_location(self, position: int) -> SourceLocation:
        """Return the line and the column of a position, both from 1."""
        starts, ends = self._breaks
        before = bisect_left(starts, position)
        return SourceLocation(before + 1, position + 1 - (ends[before - 1] if before else 0))
