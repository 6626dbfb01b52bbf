"""Print the OpenAPI document, as `openapi.json` has it: `python -m service.rest.export`."""

import sys

from service.rest.openapi import export_document

if __name__ == "__main__":
    sys.stdout.write(export_document())
