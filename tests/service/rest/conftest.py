"""Running services, as the tests of GraphQL have them."""

from tests.service.api.conftest import _redis_service as _redis_service
from tests.service.api.conftest import _sqlite_service as _sqlite_service
from tests.service.api.conftest import one_service as one_service
from tests.service.api.conftest import service as service
