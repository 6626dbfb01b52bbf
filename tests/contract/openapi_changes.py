"""Compare two OpenAPI documents: find the changes that break a client of the first.

What a client may send must stay accepted, and what it gets must stay as the first document describes it. The second may
add operations, optional parameters, fields, failures, media types, headers, and words to a list in answers that has
OTHER. References are followed, so a part may move into a component or out of it.
"""

from collections.abc import Iterator, Mapping

from tests.contract.schema_changes import Direction, SchemaChanges, resolve
from tests.support.graphql_client import Json

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
# How a parameter is written into a request; without these words, as its place says.
STYLES = {"query": "form", "cookie": "form", "path": "simple", "header": "simple"}
REQUEST = Direction.REQUEST
ANSWER = Direction.ANSWER


def breaking_changes(before: Json, after: Json) -> list[str]:
    """Return the changes that would break a client, one line each."""
    return [*dict.fromkeys(Changes(before, after).find())]


class Changes:
    """The comparison of two documents."""

    def __init__(self, before: Json, after: Json) -> None:
        self.before = before
        self.after = after
        self.schemas = {direction: SchemaChanges(before, after, direction) for direction in Direction}

    def find(self) -> Iterator[str]:
        """Yield the changes."""
        yield from self._compare_version()
        yield from self._compare_schemes()
        for path, item in self.before["paths"].items():
            for method, operation in read_operations(self.before, item).items():
                now = read_operations(self.after, self.after["paths"].get(path, {})).get(method)
                if now is None:
                    yield f"{method} {path} is gone"
                else:
                    yield from self._compare_operations(operation, now)
        yield from self._compare_components()

    def _compare_version(self) -> Iterator[str]:
        was = self.before["openapi"].rpartition(".")[0]
        now = self.after["openapi"].rpartition(".")[0]
        if was != now:
            yield f"the document is of OpenAPI {now}, not {was}"

    def _compare_schemes(self) -> Iterator[str]:
        current = _components(self.after, "securitySchemes")
        for name, scheme in _components(self.before, "securitySchemes").items():
            was = _without_words(resolve(self.before, scheme))
            now = _without_words(resolve(self.after, current.get(name)))
            if was != now:
                yield f"the security scheme {name} is another"

    def _compare_components(self) -> Iterator[str]:
        """Compare the schemas by name, since generated clients have types of these names."""
        current = _components(self.after, "schemas")
        for name in _components(self.before, "schemas"):
            if name not in current:
                yield f"{name} is gone"
        for schemas in self.schemas.values():
            for name in [*schemas.names]:
                if name in current:
                    reference = {"$ref": f"#/components/schemas/{name}"}
                    yield from schemas.compare(name, reference, reference)

    def _compare_operations(self, was: Json, now: Json) -> Iterator[str]:
        name = was["operationId"]
        if now.get("operationId") != name:
            yield f"{name}: the operationId is {now.get('operationId')}"
        if was.get("tags", [])[:1] != now.get("tags", [])[:1]:
            yield f"{name}: the first tag, of which generators make a class, is another"
        yield from self._compare_servers(name, was, now)
        yield from self._compare_security(name, was, now)
        yield from self._compare_parameters(name, was["parameters"], now["parameters"])
        yield from self._compare_bodies(name, was, now)
        yield from self._compare_answers(name, was["responses"], now["responses"])

    def _compare_servers(self, name: str, was: Json, now: Json) -> Iterator[str]:
        current = {server["url"] for server in now.get("servers", self.after.get("servers", ()))}
        for server in was.get("servers", self.before.get("servers", ())):
            if server["url"] not in current:
                yield f"{name}: the server {server['url']} is gone"

    def _compare_security(self, name: str, was: Json, now: Json) -> Iterator[str]:
        """Find the ways to authenticate that are not enough any more, and those that generated clients lose."""
        known = was.get("security", self.before.get("security", [{}]))
        current = now.get("security", self.after.get("security", [{}]))
        for way in known:
            if not any(_is_enough(way, other) for other in current):
                yield f"{name}: {' and '.join(way) or 'no credential'} is not enough"
        left = {scheme for way in current for scheme in way}
        for scheme in sorted({scheme for way in known for scheme in way} - left):
            yield f"{name}: {scheme} is no way to authenticate any more"

    # ---- requests

    def _compare_parameters(self, name: str, was: Json, now: Json) -> Iterator[str]:
        known = _by_name(self.before, was)
        current = _by_name(self.after, now)
        for key, parameter in current.items():
            is_needed = parameter.get("required", False)
            if is_needed and not known.get(key, {}).get("required", False):
                yield f"{name}: the parameter {key} is needed"
        for key, parameter in known.items():
            if key in current:
                yield from self._compare_parameter(f"{name}, {key}", parameter, current[key])
            else:
                yield f"{name}: the parameter {key} is gone"

    def _compare_parameter(self, place: str, was: Json, now: Json) -> Iterator[str]:
        if _style(was) != _style(now):
            yield f"{place}: it is written otherwise"
        if was.get("allowEmptyValue", False) and not now.get("allowEmptyValue", False):
            yield f"{place}: it may not be empty"
        if "content" in was or "content" in now:
            yield from self._compare_media(place, was.get("content", {}), now.get("content", {}), REQUEST)
        else:
            yield from self.schemas[REQUEST].compare(place, was["schema"], now["schema"])

    def _compare_bodies(self, name: str, was: Json, now: Json) -> Iterator[str]:
        known = resolve(self.before, was.get("requestBody"))
        current = resolve(self.after, now.get("requestBody"))
        was_needed = known is not None and known.get("required", False)
        is_needed = current is not None and current.get("required", False)
        if is_needed and not was_needed:
            yield f"{name}: a body is needed"
        if known is not None and current is None:
            yield f"{name}: the body is gone"
        elif known is not None:
            yield from self._compare_media(f"{name}, body", known["content"], current["content"], REQUEST)

    # ---- answers

    def _compare_answers(self, name: str, was: Json, now: Json) -> Iterator[str]:
        for status, answer in was.items():
            if status in now:
                yield from self._compare_answer(
                    f"{name}, {status}", resolve(self.before, answer), resolve(self.after, now[status])
                )
            else:
                yield f"{name}: it does not answer {status} any more"
        for status in sorted(now.keys() - was.keys()):
            # A client must expect failures that it does not know, and gets 304 only if it asks for it.
            if status.startswith(("1", "2", "3")) and status != "304":
                yield f"{name}: the answer {status} is new"

    def _compare_answer(self, place: str, was: Json, now: Json) -> Iterator[str]:
        yield from self._compare_media(place, was.get("content", {}), now.get("content", {}), ANSWER)
        yield from self._compare_headers(place, was.get("headers", {}), now.get("headers", {}))
        for link, known in was.get("links", {}).items():
            current = now.get("links", {}).get(link)
            if _without_words(resolve(self.before, known)) != _without_words(resolve(self.after, current)):
                yield f"{place}: the link {link} is another"

    def _compare_headers(self, place: str, was: Json, now: Json) -> Iterator[str]:
        current = {header.lower(): value for header, value in now.items()}
        for header, value in was.items():
            if header.lower() not in current:
                yield f"{place}: the header {header} is gone"
                continue
            known = resolve(self.before, value)
            other = resolve(self.after, current[header.lower()])
            if known.get("required", False) and not other.get("required", False):
                yield f"{place}: the header {header} is not always there"
            yield from self.schemas[ANSWER].compare(f"{place}, {header}", known["schema"], other["schema"])

    def _compare_media(self, place: str, was: Json, now: Json, direction: Direction) -> Iterator[str]:
        for kind, media in was.items():
            if kind not in now:
                yield f"{place}: {kind} is gone"
                continue
            known = resolve(self.before, media)
            current = resolve(self.after, now[kind])
            if known.get("encoding") != current.get("encoding"):
                yield f"{place}: {kind} is encoded otherwise"
            yield from self.schemas[direction].compare(
                f"{place}, {kind}", known.get("schema", True), current.get("schema", True)
            )


def _components(document: Json, kind: str) -> Mapping[str, Json]:
    found: Mapping[str, Json] = document.get("components", {}).get(kind, {})
    return found


def read_operations(document: Json, item: Json) -> Mapping[str, Json]:
    """Return the operations of a path by method, each with the parameters and servers of the path."""
    item = resolve(document, item)
    shared = {"servers": item["servers"]} if "servers" in item else {}
    return {
        method: {
            **shared,
            **item[method],
            "parameters": [*item.get("parameters", ()), *item[method].get("parameters", ())],
        }
        for method in METHODS
        if method in item
    }


def _by_name(document: Json, parameters: Json) -> Mapping[str, Json]:
    """Return parameters by their place and name; an operation's own parameter replaces that of its path."""
    resolved = [resolve(document, parameter) for parameter in parameters]
    return {f"{one['in']} {one['name'].lower() if one['in'] == 'header' else one['name']}": one for one in resolved}


def _style(parameter: Json) -> Json:
    style = parameter.get("style", STYLES[parameter["in"]])
    explode = parameter.get("explode", style == "form")
    return style, explode, parameter.get("allowReserved", False)


def _is_enough(given: Mapping[str, Json], wanted: Mapping[str, Json]) -> bool:
    """Return whether credentials are all that is wanted, with the scopes."""
    return all(scheme in given and set(scopes) <= set(given[scheme]) for scheme, scopes in wanted.items())


def _without_words(value: Json) -> Json:
    """Return a value without its description."""
    return value if value is None else {name: part for name, part in value.items() if name != "description"}
