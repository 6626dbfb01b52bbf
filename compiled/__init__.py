"""GraphQL operations compiled once and executed at the speed of plain Python, for any Strawberry schema.

A parsed and validated operation (document and operation name) is compiled to a *plan*: the resolvers of its root
fields, and functions that turn their results into the response, with every name, type and fragment looked up
beforehand. A plan checks its assumptions on every value: text is a `str`, a list is a `list` or a `tuple`, a value of a
non-null type is not null. If one fails, the plan repairs nothing: graphql-core makes the answer from the same results
of the root resolvers (`replay.py`). So graphql-core alone decides about errors, their paths and their locations, and a
plan only has to be right where nothing goes wrong.

Plans execute queries, subscriptions, and mutations of one field, if the fields below the root are attributes, or
resolvers (also asynchronous ones) that take the value as `self`. The library executes everything else: introspection,
several changes in one mutation, extensions of fields below the root.

A root resolver may offer a short way (`Direct`): a function of the context and one msgspec struct, which is read from
the variables at once. An operation takes it if its only root field does, and if nothing else uses the variables.
A resolver below the root may name by `same_as` the attribute that it returns when it is given no arguments.

A schema must meet three conditions: the class of a value determines its object type; resolvers below the root do the
same thing when they are called again; and they do not use `info.path`, which is complete only at the root. Extensions'
hooks around an operation run when it is compiled and whenever graphql-core executes it, but not when its plan does.
"""

from compiled.executor import Executor, Planner, Plans, Push
from compiled.resolvers import Direct

__all__ = ["Direct", "Executor", "Planner", "Plans", "Push"]
