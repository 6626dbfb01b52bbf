"""Bare machines: a minimal Debian, or an environment on this machine with no more on its PATH."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tools.servers import REPOSITORY

SUITE = "bookworm"
# What the README asks for, and what verifies the certificates of the package registries.
PACKAGES = ("make", "python3", "python3-venv", "ca-certificates")
# The programs of a minimal Debian with these packages, one on a line.
PROGRAMS = Path(__file__).with_name("debian.txt")
PLACES = "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin"
# The user that owns nothing.
NOBODY = 65534
# What a machine needs to reach its package registries; of its other settings, none is handed on.
REACH = frozenset(
    {
        "HTTP_PROXY",
        "HTTPS_PROXY",
        "NO_PROXY",
        "NODE_EXTRA_CA_CERTS",
        "NPM_CONFIG_CAFILE",
        "NPM_CONFIG_REGISTRY",
        "PIP_CERT",
        "PIP_DEFAULT_TIMEOUT",
        "PIP_EXTRA_INDEX_URL",
        "PIP_INDEX_URL",
        "PIP_TRUSTED_HOST",
        "SSL_CERT_FILE",
    }
)
CERTIFICATES = Path("/usr/local/share/ca-certificates")
# What is mounted here ends with the command, and this machine never sees it: the namespace of mounts is its own.
ENTER = """
    mount --bind /proc "$0/proc"
    mount --rbind /dev "$0/dev"
    exec chroot --userspec="$1" "$0" env -i "${@:2}"
"""


class Root:
    """A bare machine: the command that enters it, up to its variables, and its checkout, as it is named inside."""

    def __init__(self, enter: Sequence[str], checkout: Path) -> None:
        self._enter = enter
        self._checkout = checkout

    def start(self, command: str, *settings: str, output: int | None = None) -> "subprocess.Popen[str]":
        """Start a shell command in the checkout, with settings as `NAME=value`, in a process group of its own."""
        reach = [f"{name}={value}" for name, value in os.environ.items() if name.upper() in REACH]
        inside = ["sh", "-c", f'cd "$0" && {command}', str(self._checkout)]
        return subprocess.Popen(
            [*self._enter, *reach, *settings, *inside],
            stdout=output,
            text=True,
            process_group=0,
            stdin=subprocess.DEVNULL,
        )


def can_be_debian() -> bool:
    """Tell whether this machine can make a minimal Debian and enter it."""
    can_make = shutil.which("mmdebstrap") or shutil.which("debootstrap")
    if os.geteuid() != 0 or not can_make or not shutil.which("chroot"):
        return False
    return subprocess.run(["unshare", "--mount", "true"], check=False, capture_output=True).returncode == 0


def make_debian(folder: Path) -> Root:
    """Return a minimal Debian in a folder, which root enters as the user that owns nothing."""
    root = folder / "debian"
    options = ("--variant=minbase", f"--include={','.join(PACKAGES)}", SUITE, str(root))
    command = ["mmdebstrap" if shutil.which("mmdebstrap") else "debootstrap", *options]
    print(f"Making a minimal Debian with {command[0]} (some minutes)", flush=True)
    _quietly(command)
    shutil.copy("/etc/resolv.conf", root / "etc")
    if CERTIFICATES.is_dir():
        shutil.copytree(CERTIFICATES, root / CERTIFICATES.relative_to("/"), dirs_exist_ok=True)
        _quietly(["chroot", str(root), "update-ca-certificates"])
    home = Path("/home/tester")
    _clone(root / home.relative_to("/"))
    places = (f"HOME={home}", f"PATH={PLACES}", "LANG=C.UTF-8")
    enter = ("unshare", "--mount", "bash", "-euc", ENTER, str(root), f"{NOBODY}:{NOBODY}", *places)
    return Root(enter, home / "croupier")


def make_empty(folder: Path) -> Root:
    """Return an environment in a folder; root enters it as the user that owns nothing."""
    programs = folder / "bin"
    link_programs(programs)
    home = folder / "home"
    _clone(home)
    places = (f"HOME={home}", f"PATH={programs}", f"TMPDIR={home}", "LANG=C.UTF-8")
    without_rights = ("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups")
    user = without_rights if os.geteuid() == 0 else ()
    return Root((*user, "env", "-i", *places), home / "croupier")


def link_programs(folder: Path) -> None:
    """Fill a folder with links to the programs of a minimal Debian, as far as this machine has them."""
    folder.mkdir()
    for name in PROGRAMS.read_text(encoding="utf-8").split():
        if (program := shutil.which(name, path=PLACES)) is not None:
            (folder / name).symlink_to(program)


def _clone(home: Path) -> None:
    """Make a home that contains nothing but a clone of the last commit, which shares no file with this one."""
    home.mkdir()
    _quietly(["git", "clone", "--quiet", "--no-hardlinks", str(REPOSITORY), str(home / "croupier")])
    if os.geteuid() == 0:
        _quietly(["chown", "-R", f"{NOBODY}:{NOBODY}", str(home)])


def _quietly(command: Sequence[str]) -> None:
    """Run a command. Raises `SystemExit` with all of its output when it fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{done.stdout}\n{command[0]} has failed.")
