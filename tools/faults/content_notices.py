"""The process of a worker that sends its notices, with a mistake: it takes every answer of a receiver for a success."""

import sys

from service.notices.notice_process import main
from service.notices.sending import Attempt

Attempt.ok = property(lambda attempt: attempt.status is not None)  # type: ignore[method-assign,assignment]

if __name__ == "__main__":
    sys.exit(main())
