"""The running services of tests/service, for real clients."""

from tests.service.conftest import _sqlite_service as _sqlite_service
from tests.service.conftest import one_service as one_service
