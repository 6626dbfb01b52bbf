"""The programs that generate and compile clients, installed below .cache: OpenAPI Generator, a Java runtime, and Go."""

import os
import shutil
import subprocess
import venv
from pathlib import Path
from typing import NamedTuple

from tests.clients.node import ROOT

LOCK = Path(__file__).with_name("generators.lock")
HOME = ROOT / ".cache" / "generators"
# The generated client in Go needs it for schemas with alternatives.
VALIDATOR = "gopkg.in/validator.v2"
DEBIAN_PACKAGE = "golang-gopkg-validator.v2-dev"


class Tools(NamedTuple):
    """The programs."""

    java: Path
    generator: Path
    go_program: Path

    def generate(self, document: Path, language: str, folder: Path, *properties: str) -> None:
        """Write the client of a document in a language into a folder, with properties of the generator as options."""
        command = [str(self.java), "-jar", str(self.generator), "generate", "-i", str(document)]
        options = [f"--additional-properties={','.join(properties)}"] if properties else []
        _run([*command, "-g", language, "-o", str(folder), *options])

    def go(self, folder: Path, *arguments: str) -> None:
        """Run Go in the folder of a module. Its caches lie beside the tools."""
        caches = {"GOCACHE": str(HOME / "go" / "cache"), "GOPATH": str(HOME / "go")}
        # Go's modules are read-only unless told otherwise, and then `make clean` cannot remove them.
        settings = {"GOFLAGS": "-mod=mod -modcacherw", "GOTOOLCHAIN": "local", "CGO_ENABLED": "0"}
        _run([str(self.go_program), *arguments], folder, os.environ | caches | settings)


def install_tools() -> Tools:
    """Return the programs, which are installed on first use and when their lock changes."""
    ready = HOME / ".ready"
    if not ready.exists() or ready.read_text() != LOCK.read_text():
        shutil.rmtree(HOME, ignore_errors=True)
        venv.create(HOME, with_pip=True)
        options = ["--disable-pip-version-check", "--quiet", "--only-binary", ":all:", "--require-hashes"]
        _run([str(HOME / "bin" / "python"), "-m", "pip", "install", *options, "-r", str(LOCK)])
        ready.write_text(LOCK.read_text())
    return Tools(
        java=next(HOME.rglob("java-runtime/bin/java")),
        generator=next(HOME.rglob("openapi-generator.jar")),
        go_program=HOME / "bin" / "go",
    )


def provide_validator(tools: Tools, folder: Path) -> None:
    """Make the one module that the client in Go needs available: from Go's module proxy, or else from Debian."""
    try:
        tools.go(folder, "mod", "download", VALIDATOR)
    except RuntimeError:
        source = _unpack_from_debian() / "usr" / "share" / "gocode" / "src" / VALIDATOR
        (source / "go.mod").write_text(f"module {VALIDATOR}\n")
        tools.go(folder, "mod", "edit", "-replace", f"{VALIDATOR}={source}")


def _unpack_from_debian() -> Path:
    """Return the folder with the unpacked package of Debian, which needs no rights and no lists of the machine."""
    home = HOME / "debian"
    root = home / "root"
    if root.exists():
        return root
    for part in ("lists/partial", "cache/archives/partial"):
        (home / part).mkdir(parents=True, exist_ok=True)
    places = [f"Dir::State::lists={home / 'lists'}", f"Dir::Cache={home / 'cache'}", "APT::Sandbox::User="]
    apt = ["apt-get", "-q", *(part for place in places for part in ("-o", place))]
    _run([*apt, "update"])
    _run([*apt, "download", DEBIAN_PACKAGE], home)
    (package,) = home.glob("*.deb")
    _run(["dpkg-deb", "-x", str(package), str(root)])
    return root


def _run(command: list[str], folder: Path | None = None, environment: dict[str, str] | None = None) -> None:
    """Run a program. Raises `RuntimeError` with its output if it fails."""
    ran = subprocess.run(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if ran.returncode:
        raise RuntimeError(f"{' '.join(command)}\n{ran.stdout}")
