"""Prepare a release.

    python -m tools.release check [--tag v1.2.3]
    python -m tools.release notes --out FILE [--repository https://github.com/OWNER/NAME]
    python -m tools.release tag

The version of the release is that of `pyproject.toml`.
"""

import argparse
import subprocess
import sys
from pathlib import Path

from tools.release.notes import NotReleased, cut_notes, link_to_files
from tools.release.readiness import find_faults, read_version
from tools.servers import REPOSITORY


def check(chosen: argparse.Namespace) -> None:
    """Exit with what prevents the release of this checkout."""
    require_readiness(chosen.tag)


def write_notes(chosen: argparse.Namespace) -> None:
    """Write the notes of the release of this checkout into a file."""
    notes = read_notes()
    if chosen.repository:
        notes = link_to_files(notes, chosen.repository, f"v{read_version(REPOSITORY)}")
    chosen.out.parent.mkdir(parents=True, exist_ok=True)
    chosen.out.write_text(notes, encoding="utf-8")


def tag_release(_chosen: argparse.Namespace) -> None:
    """Tag the last commit with the version of this checkout and its notes; exit if it cannot be released."""
    tag = f"v{read_version(REPOSITORY)}"
    if run_git("status", "--porcelain"):
        sys.exit("There are changes that are not committed.")
    require_readiness(tag)
    run_git("tag", "--annotate", "--cleanup=verbatim", "--file=-", tag, text=f"Croupier {tag}\n\n{read_notes()}")
    print(f"Tagged {tag}. `git push origin {tag}` starts the release.")


def require_readiness(tag: str | None) -> None:
    """Exit with what prevents the release of this checkout, under a tag if one is given; else say that it is ready."""
    faults = find_faults(REPOSITORY, tag)
    if faults:
        sys.exit("\n".join(faults))
    print(f"Version {read_version(REPOSITORY)} can be released.")


def read_notes() -> str:
    """Return the notes of the release of this checkout. Exits if there are none."""
    try:
        return cut_notes((REPOSITORY / "CHANGELOG.md").read_text(encoding="utf-8"), read_version(REPOSITORY))
    except NotReleased as missing:
        sys.exit(str(missing))


def run_git(*arguments: str, text: str = "") -> str:
    """Run git in this checkout, with a text as its input, and return its output. Exits if it fails."""
    command = ["git", *arguments]
    ran = subprocess.run(command, cwd=REPOSITORY, input=text, capture_output=True, text=True, check=False)
    if ran.returncode:
        sys.exit(ran.stderr)
    return ran.stdout


def main() -> None:
    """Run one of the commands."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description="Prepare a release.")
    commands = parser.add_subparsers(required=True)
    checks = commands.add_parser("check", help="list what prevents the release")
    checks.add_argument("--tag", help="the tag of the release, which must be that of the version")
    checks.set_defaults(run=check)
    notes = commands.add_parser("notes", help="write the notes of the release")
    notes.add_argument("--out", type=Path, required=True, help="the file to write")
    notes.add_argument("--repository", default="", help="the URL of the repository, for links to its files")
    notes.set_defaults(run=write_notes)
    tags = commands.add_parser("tag", help="tag the last commit, if it can be released")
    tags.set_defaults(run=tag_release)
    chosen = parser.parse_args()
    chosen.run(chosen)


if __name__ == "__main__":
    main()
