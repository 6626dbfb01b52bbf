"""GraphQL operations compiled once and executed at the speed of plain Python, for any Strawberry schema.

A parsed and validated operation (document and operation name) is compiled to a *plan*: the resolvers of its root
fields, and functions that turn their results into the response. Every name, type and fragment is looked up beforehand.
A plan checks its assumptions on every value: text is a `str`, a list is a `list` or a `tuple`, a value of a non-null
type is not null. If an assumption fails, the plan gives up, and graphql-core builds the answer from the same results of
the root resolvers (`replay.py`). So graphql-core alone decides about errors, their paths and their locations; a plan
must be right only where nothing goes wrong.

Plans execute queries, subscriptions, and mutations of one field. The fields below the root must be attributes, or
resolvers (also asynchronous ones) that take the value as `self`. graphql-core executes everything else: introspection,
mutations of several fields, extensions of fields below the root.

A root resolver may offer a shortcut (`Direct`): a function that takes the context and one msgspec struct, which is read
from the variables in one step. An operation uses it if this field is its only root field and nothing else uses the
variables. A resolver below the root may name, as `same_as`, the attribute that it returns when called without
arguments.

A schema must meet three conditions: the class of a value determines its object type; resolvers below the root return
the same result when they are called again; and they do not use `info.path`, which is complete only at the root. Hooks
of extensions around an operation run when it is compiled and whenever graphql-core executes it, but not when its plan
does.
"""

from compiled.executor import Executor, Planner, Plans, Push
from compiled.resolvers import Direct

__all__ = ["Direct", "Executor", "Planner", "Plans", "Push"]
