"""The process of a worker that sends its notices: it tries those that were not accepted again after a second.

What a process that was killed has begun, another one begins again after six seconds.
"""

import sys

from service.notices import attempts, late, visits
from service.notices.notice_process import main

attempts.SHORTEST_PAUSE //= 10
late.LEASE_SECONDS //= 10
visits.VISIT_SECONDS /= 10

if __name__ == "__main__":
    sys.exit(main())
