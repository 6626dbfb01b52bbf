"""GraphQL operations compiled once and executed at the speed of plain Python, for any Strawberry schema.

An operation (document and operation name) that has been parsed and validated is made into a *plan*: the resolvers of
its root fields, and functions that turn what they return into the response, with every name, type and fragment looked
up beforehand. What a plan takes for granted is checked on every value: text is a `str`, a list a `list` or `tuple`,
what cannot be null is not null. Where anything is otherwise, nothing is repaired here: graphql-core makes the answer,
from the same results of the root resolvers (`replay.py`). So every error, its path and its place are graphql-core's,
and plans only have to be right where nothing goes wrong.

What can be compiled: queries, subscriptions, and mutations of one field, whose fields below the root are attributes,
or resolvers, asynchronous ones included, that take the value as `self`. Everything else (introspection, several changes
in one mutation, extensions of fields below the root) is executed by the library.

Three things are asked of a schema that plans are used for: the object type of a value follows from the value's class;
resolvers below the root do the same thing when they are called again; and they do not look at `info.path`, which is
whole only at the root. Hooks of extensions around an operation are run
when it is compiled and whenever graphql-core executes it, but not when its plan does.
"""

from service.graphql.compiled.executor import Executor, Planner, Plans

__all__ = ["Executor", "Planner", "Plans"]
