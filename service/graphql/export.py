"""Print the schema, sorted: `python -m service.graphql.export > schema.graphql`."""

import sys

from graphql import lexicographic_sort_schema, print_schema

from service.graphql.schema import schema


def export_schema() -> str:
    """Return the contract as SDL."""
    # Sorted here, not by the library's setting, which breaks unions: it compares their members by identity.
    return print_schema(lexicographic_sort_schema(schema._schema)) + "\n"


if __name__ == "__main__":
    sys.stdout.write(export_schema())
