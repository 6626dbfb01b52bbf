"""The Kubernetes manifests, each overlay as a whole: valid, consistent in themselves, and fit for the service."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import kubernetes_validate  # type: ignore[import-untyped]
import pytest

from service.middleware.health import PATHS
from service.process.serve import GRACE_SECONDS
from service.settings import load_settings
from tests.deploy.kustomize import NotKnown, Object, build, documents, pod_of

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "deploy" / "kubernetes"
OVERLAYS = ["single-redis", "redis-cluster"]
# The oldest and the newest version that they are checked for.
VERSIONS = ["1.29", "1.37"]
EXAMPLES = {"store": "redis://croupier:secret@redis:6379/0", "seal-keys": "0c" * 32}


@pytest.fixture(params=OVERLAYS)
def objects(request: pytest.FixtureRequest) -> list[Object]:
    """All objects of an overlay, the base's with them."""
    return build(FOLDER / request.param)


def of_kind(objects: list[Object], *kinds: str) -> list[Object]:
    return [found for found in objects if found["kind"] in kinds]


def named(objects: list[Object], kind: str, name: str) -> Object:
    (found,) = [found for found in of_kind(objects, kind) if found["metadata"]["name"] == name]
    return found


def pods(objects: list[Object]) -> list[Object]:
    return [pod for found in objects if (pod := pod_of(found)) is not None]


def containers(objects: list[Object]) -> Iterator[tuple[Object, Object]]:
    """Yield every container with the spec of its pod."""
    for pod in pods(objects):
        for container in pod["spec"]["containers"]:
            yield pod["spec"], container


def selected(objects: list[Object], labels: Mapping[str, str]) -> list[Object]:
    """Return the pods with these labels; there must be some."""
    found = [pod for pod in pods(objects) if labels.items() <= pod["metadata"]["labels"].items()]
    assert labels, "an empty selector means every pod"
    assert found, f"no pod has the labels {labels}"
    return found


def ports(pod: Object) -> dict[str, int]:
    return {port["name"]: port["containerPort"] for one in pod["spec"]["containers"] for port in one.get("ports", ())}


def documented_secrets() -> dict[str, set[str]]:
    """Return the secrets that the page creates, with their keys."""
    page = re.sub(r"\\\n\s*", "", (ROOT / "deploy" / "kubernetes" / "README.md").read_text(encoding="utf-8"))
    made = re.findall(r"create secret generic (\S+) (.*)", page)
    return {name: set(re.findall(r"--from-(?:literal|file)=([\w.-]+)=", rest)) for name, rest in made}


def secret_keys(pod: Object) -> Iterator[tuple[str, str]]:
    """Yield every key of a secret that a pod needs."""
    for container in pod["spec"]["containers"]:
        for variable in container.get("env", ()):
            if reference := variable.get("valueFrom", {}).get("secretKeyRef"):
                yield reference["name"], reference["key"]
    for volume in pod["spec"].get("volumes", ()):
        for item in volume.get("secret", {}).get("items", ()):
            yield volume["secret"]["secretName"], item["key"]


def config_maps(pod: Object) -> Iterator[str]:
    for container in pod["spec"]["containers"]:
        yield from (source["configMapRef"]["name"] for source in container.get("envFrom", ()))
    yield from (volume["configMap"]["name"] for volume in pod["spec"].get("volumes", ()) if "configMap" in volume)


# ---- checks of Kubernetes itself


@pytest.mark.parametrize("version", VERSIONS)
def test_every_object_is_valid(objects: list[Object], version: str) -> None:
    for found in objects:
        kubernetes_validate.validate(found, version, strict=True)


def test_every_object_has_a_name_of_its_own_and_no_namespace(objects: list[Object]) -> None:
    names = [(found["kind"], found["metadata"]["name"]) for found in objects]
    assert len(names) == len(set(names))
    assert all("namespace" not in found["metadata"] for found in objects)


def test_every_file_belongs_to_a_kustomization() -> None:
    for kustomization in FOLDER.rglob("kustomization.yaml"):
        (listed,) = documents(kustomization)
        used = {*listed.get("resources", ()), *(patch["path"] for patch in listed.get("patches", ()))}
        assert {path.name for path in kustomization.parent.iterdir()} - used == {"kustomization.yaml"}


# ---- consistent in themselves


def test_selectors_select_pods(objects: list[Object]) -> None:
    for found in of_kind(objects, "Deployment", "StatefulSet"):
        labels = found["spec"]["selector"]["matchLabels"]
        assert labels.items() <= found["spec"]["template"]["metadata"]["labels"].items()
    for found in of_kind(objects, "Service"):
        assert len(selected(objects, found["spec"]["selector"])) == 1
    for found in of_kind(objects, "PodDisruptionBudget"):
        assert len(selected(objects, found["spec"]["selector"]["matchLabels"])) == 1
    for pod in pods(objects):
        for spread in pod["spec"].get("topologySpreadConstraints", ()):
            assert selected(objects, spread["labelSelector"]["matchLabels"]) == [pod]


def test_services_and_probes_go_to_ports_that_there_are(objects: list[Object]) -> None:
    for found in of_kind(objects, "Service"):
        (pod,) = selected(objects, found["spec"]["selector"])
        assert {port["targetPort"] for port in found["spec"]["ports"]} <= ports(pod).keys()
    for _, container in containers(objects):
        for probe in (container.get(f"{kind}Probe", {}) for kind in ("startup", "liveness", "readiness")):
            if "httpGet" in probe:
                assert probe["httpGet"]["path"] in PATHS
                assert probe["httpGet"]["port"] in [port["name"] for port in container["ports"]]


def test_network_policies_open_ports_of_the_pods_they_are_about(objects: list[Object]) -> None:
    for found in of_kind(objects, "NetworkPolicy"):
        own = selected(objects, found["spec"]["podSelector"]["matchLabels"])
        for rule in found["spec"].get("ingress", ()):
            check_ports(rule, own)
        for rule in found["spec"].get("egress", ()):
            for peer in rule["to"]:
                if "podSelector" in peer:
                    check_ports(rule, selected(objects, peer["podSelector"]["matchLabels"]))


def check_ports(rule: Object, to: list[Object]) -> None:
    for port in rule["ports"]:
        assert isinstance(port["port"], int) or all(port["port"] in ports(pod) for pod in to)


def test_pods_that_reach_redis_are_let_in_there(objects: list[Object]) -> None:
    def peers(rules: list[Object], side: str) -> list[Mapping[str, str]]:
        named_peers = [peer for rule in rules for peer in rule[side]]
        return [peer["podSelector"]["matchLabels"] for peer in named_peers if "podSelector" in peer]

    policies = of_kind(objects, "NetworkPolicy")
    redis = {"app.kubernetes.io/name": "redis"}
    reaching = [
        policy["spec"]["podSelector"]["matchLabels"]
        for policy in policies
        if redis in peers(policy["spec"].get("egress", []), "to")
    ]
    let_in = peers(named(objects, "NetworkPolicy", "redis")["spec"]["ingress"], "from")
    assert sorted(map(str, reaching)) == sorted(map(str, let_in))
    assert {"app.kubernetes.io/name": "croupier"} in let_in


def test_every_pod_has_a_network_policy_for_both_directions(objects: list[Object]) -> None:
    for pod in pods(objects):
        about = [
            policy
            for policy in of_kind(objects, "NetworkPolicy")
            if policy["spec"]["podSelector"]["matchLabels"].items() <= pod["metadata"]["labels"].items()
        ]
        assert {kind for policy in about for kind in policy["spec"]["policyTypes"]} == {"Ingress", "Egress"}


def test_every_reference_of_a_pod_exists_or_is_documented(objects: list[Object]) -> None:
    for pod in pods(objects):
        for name in config_maps(pod):
            assert named(objects, "ConfigMap", name)
        for name, key in secret_keys(pod):
            assert key in documented_secrets()[name]
        if "serviceAccountName" in pod["spec"]:
            assert named(objects, "ServiceAccount", pod["spec"]["serviceAccountName"])


def test_every_mounted_volume_exists(objects: list[Object]) -> None:
    for found in objects:
        if (pod := pod_of(found)) is None:
            continue
        claims = [claim["metadata"]["name"] for claim in found["spec"].get("volumeClaimTemplates", ())]
        volumes = [volume["name"] for volume in pod["spec"].get("volumes", ())] + claims
        mounted = [mount["name"] for one in pod["spec"]["containers"] for mount in one["volumeMounts"]]
        assert sorted(volumes) == sorted(mounted)


def test_a_stateful_set_has_its_headless_service(objects: list[Object]) -> None:
    for found in of_kind(objects, "StatefulSet"):
        service = named(objects, "Service", found["spec"]["serviceName"])
        assert service["spec"]["clusterIP"] == "None"
        assert selected(objects, service["spec"]["selector"]) == [found["spec"]["template"]]


# ---- minimal rights


def test_containers_run_without_rights_on_a_file_system_that_is_read_only(objects: list[Object]) -> None:
    for pod, container in containers(objects):
        assert pod["automountServiceAccountToken"] is False
        assert pod["securityContext"]["runAsNonRoot"] is True
        assert pod["securityContext"]["runAsUser"] > 0
        assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }


def test_containers_say_what_they_need_and_what_they_may_have(objects: list[Object]) -> None:
    for _, container in containers(objects):
        for amounts in (container["resources"]["requests"], container["resources"]["limits"]):
            assert amounts.keys() == {"cpu", "memory"}


def test_no_secret_stands_in_a_manifest(objects: list[Object]) -> None:
    assert of_kind(objects, "Secret") == []
    for _, container in containers(objects):
        for variable in container.get("env", ()):
            assert ("value" in variable) <= (not re.search("PASSWORD|KEY|STORE", variable["name"]))


# ---- fit for the service


def service_pod(objects: list[Object]) -> Object:
    pod = pod_of(named(objects, "Deployment", "croupier"))
    assert pod is not None
    return pod


def service_environment(objects: list[Object]) -> dict[str, str]:
    """Return the service's environment, with examples for the secrets."""
    (container,) = service_pod(objects)["spec"]["containers"]
    data: dict[str, Any] = {}
    for source in container["envFrom"]:
        data |= named(objects, "ConfigMap", source["configMapRef"]["name"])["data"]
    secret = {one["name"]: EXAMPLES[one["valueFrom"]["secretKeyRef"]["key"]] for one in container["env"]}
    return data | secret


def test_the_service_gets_known_settings_with_good_values(objects: list[Object]) -> None:
    (container,) = service_pod(objects)["spec"]["containers"]
    settings = load_settings(service_environment(objects))
    assert [settings.port] == [port["containerPort"] for port in container["ports"]]
    assert (settings.host, settings.store) == ("0.0.0.0", EXAMPLES["store"])
    mounts = {mount["mountPath"]: mount["name"] for mount in container["volumeMounts"]}
    assert isinstance(settings.app_keys, Path)
    assert mounts[str(settings.app_keys.parent)] == "app-keys"


def test_the_cluster_sets_no_variables_that_the_service_would_refuse(objects: list[Object]) -> None:
    assert service_pod(objects)["spec"]["enableServiceLinks"] is False


def test_a_pod_may_take_the_time_that_its_end_needs(objects: list[Object]) -> None:
    drain = load_settings(service_environment(objects)).drain_seconds
    assert drain >= 10
    assert service_pod(objects)["spec"]["terminationGracePeriodSeconds"] >= drain + GRACE_SECONDS + 5


def test_a_pod_is_restarted_for_what_it_does_and_taken_out_for_what_its_store_does(objects: list[Object]) -> None:
    (container,) = service_pod(objects)["spec"]["containers"]
    probes = {kind: container[f"{kind}Probe"]["httpGet"]["path"] for kind in ("startup", "liveness", "readiness")}
    assert probes == {"startup": "/livez", "liveness": "/livez", "readiness": "/readyz"}


def test_the_autoscaler_and_the_budget_leave_a_pod_running(objects: list[Object]) -> None:
    scaler = named(objects, "HorizontalPodAutoscaler", "croupier")["spec"]
    target = scaler["scaleTargetRef"]
    deployment = named(objects, target["kind"], target["name"])
    assert "replicas" not in deployment["spec"]
    budget = named(objects, "PodDisruptionBudget", "croupier")["spec"]
    assert scaler["minReplicas"] > budget["maxUnavailable"]


def test_the_image_is_named_with_its_version(objects: list[Object]) -> None:
    for _, container in containers(objects):
        assert re.fullmatch(r"[\w./-]+:[\w.-]+", container["image"])
        assert not container["image"].endswith(":latest")


def test_a_redis_is_configured_by_the_file_of_the_promise(objects: list[Object]) -> None:
    (container,) = named(objects, "StatefulSet", "redis")["spec"]["template"]["spec"]["containers"]
    program, file, *arguments = container["args"]
    mounts = {mount["name"]: mount["mountPath"] for mount in container["volumeMounts"]}
    files = named(objects, "ConfigMap", "redis")["data"]
    durability = load_settings(service_environment(objects)).durability
    assert (program, Path(file).parent) == ("redis-server", Path(mounts["configuration"]))
    assert Path(file).name == {"local": "always.conf", "replicated": "cluster.conf"}[durability]
    assert "\nappendfsync always\n" in files[Path(file).name]
    options = dict(zip(arguments[::2], arguments[1::2], strict=True))
    assert options["--dir"] == mounts["data"]
    assert options["--aclfile"] == f"{mounts['users']}/users.acl"


def test_a_redis_is_ready_when_it_has_read_its_log_and_not_when_it_refuses_a_stranger(objects: list[Object]) -> None:
    (container,) = named(objects, "StatefulSet", "redis")["spec"]["template"]["spec"]["containers"]
    assert "REPLICA_PASSWORD" in [variable["name"] for variable in container["env"]]
    for kind in ("startup", "readiness"):
        script = container[f"{kind}Probe"]["exec"]["command"][-1]
        assert "--user replica ping" in script
        assert not set(re.findall("NOAUTH|LOADING", script))
    assert "LOADING" in container["livenessProbe"]["exec"]["command"][-1]


# ---- the build is faithful


@pytest.mark.parametrize(
    "text",
    [
        "resources: []\nnamePrefix: x-\n",
        "resources: []\nconfigMapGenerator: [{name: a, files: []}]\n",
        "generatorOptions: {disableNameSuffixHash: true}\nconfigMapGenerator: [{name: a, literals: []}]\n",
        "resources: []\npatches: [{path: a.yaml}]\n",
    ],
)
def test_the_build_refuses_unknown_fields(tmp_path: Path, text: str) -> None:
    (tmp_path / "kustomization.yaml").write_text(text)
    with pytest.raises(NotKnown):
        build(tmp_path)


def test_the_build_puts_things_together_as_kustomize_does(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("kind: ConfigMap\nmetadata: {name: a}\ndata: {one: '1', two: '2'}\n")
    (tmp_path / "change.yaml").write_text("kind: ConfigMap\nmetadata: {name: a}\ndata: {two: 'two', three: '3'}\n")
    (tmp_path / "list.yaml").write_text("kind: ConfigMap\nmetadata: {name: a}\ndata: {two: [2]}\n")
    (tmp_path / "text").write_text("hello")
    generator = "generatorOptions: {disableNameSuffixHash: true}\nconfigMapGenerator: [{name: b, files: [text]}]\n"
    patch = "resources: [a.yaml]\npatches: [{path: %s, target: {kind: ConfigMap, name: a}}]\n"
    (tmp_path / "kustomization.yaml").write_text(generator + patch % "change.yaml")
    changed, made = build(tmp_path)
    assert changed["data"] == {"one": "1", "two": "two", "three": "3"}
    assert (made["metadata"]["name"], made["data"]) == ("b", {"text": "hello"})
    (tmp_path / "kustomization.yaml").write_text(patch % "list.yaml")
    with pytest.raises(NotKnown):
        build(tmp_path)
