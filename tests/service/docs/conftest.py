"""The running services of tests/service/api, for the examples."""

from tests.service.api.conftest import _sqlite_service as _sqlite_service
from tests.service.api.conftest import one_service as one_service
