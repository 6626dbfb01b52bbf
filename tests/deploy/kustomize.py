"""The part of `kubectl kustomize` that our kustomizations use; everything else in them is refused.

That is: `resources` (files, and folders with a kustomization of their own), `configMapGenerator` of files under a name
without a hash, `patches` that are merged into the object of a kind and name, and `images`. Lists in patches are
refused, since how they are merged depends on what they hold.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import yaml

Object: TypeAlias = dict[str, Any]

KNOWN = frozenset({"apiVersion", "kind", "resources", "configMapGenerator", "generatorOptions", "patches", "images"})


class NotKnown(Exception):
    """A kustomization uses a feature that this module does not support."""


def documents(file: Path) -> list[Object]:
    """Return the YAML documents of a file."""
    return [found for found in yaml.safe_load_all(file.read_text(encoding="utf-8")) if found]


def build(folder: Path) -> list[Object]:
    """Return the objects of a kustomization. Raises `NotKnown`, and `OSError` for a missing file."""
    (kustomization,) = documents(folder / "kustomization.yaml")
    if kustomization.keys() - KNOWN:
        raise NotKnown(f"{folder}: {', '.join(sorted(kustomization.keys() - KNOWN))}")
    objects = [found for name in kustomization.get("resources", ()) for found in _resource(folder / name)]
    objects += _config_maps(folder, kustomization)
    for patch in kustomization.get("patches", ()):
        _patch(objects, folder, patch)
    _name_images(objects, kustomization.get("images", ()))
    return objects


def pod_of(found: Object) -> Object | None:
    """Return the template of an object's pods: its metadata and spec; None when it has no pods."""
    template: Object | None = found.get("spec", {}).get("template")
    return template


def _resource(path: Path) -> list[Object]:
    return build(path) if path.is_dir() else documents(path)


def _config_maps(folder: Path, kustomization: Mapping[str, Any]) -> Iterable[Object]:
    generators = kustomization.get("configMapGenerator", ())
    if generators and kustomization.get("generatorOptions") != {"disableNameSuffixHash": True}:
        raise NotKnown(f"{folder}: a generated name with a hash")
    for generator in generators:
        if generator.keys() != {"name", "files"}:
            raise NotKnown(f"{folder}: {sorted(generator)}")
        data = {Path(name).name: (folder / name).read_text(encoding="utf-8") for name in generator["files"]}
        yield {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": generator["name"]}, "data": data}


def _patch(objects: list[Object], folder: Path, patch: Mapping[str, Any]) -> None:
    if patch.keys() != {"path", "target"} or patch["target"].keys() != {"kind", "name"}:
        raise NotKnown(f"{folder}: {patch}")
    wanted = (patch["target"]["kind"], patch["target"]["name"])
    (target,) = [found for found in objects if (found["kind"], found["metadata"]["name"]) == wanted]
    (change,) = documents(folder / patch["path"])
    _merge(target, change)


def _merge(target: Object, change: Object) -> None:
    for key, value in change.items():
        if isinstance(value, list) or value is None:
            raise NotKnown(f"a patch of the list {key}")
        if isinstance(value, dict):
            _merge(target.setdefault(key, {}), value)
        else:
            target[key] = value


def _name_images(objects: list[Object], images: Iterable[Mapping[str, str]]) -> None:
    names = {image["name"]: f"{image['newName']}:{image['newTag']}" for image in images}
    for found in objects:
        for container in (pod_of(found) or {"spec": {}})["spec"].get("containers", ()):
            container["image"] = names.get(container["image"], container["image"])
