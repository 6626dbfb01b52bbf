"""The notes of a release, cut out of the changelog."""

import re

HEADING = re.compile(r"^## \[(?P<version>[^\]]+)\](?: [–-] (?P<date>\d{4}-\d{2}-\d{2}))?$", re.MULTILINE)
# The target of a link that leads to a file of the repository.
_RELATIVE = re.compile(r"(?<=\]\()(?!https?:|#)(?=[^)]+\))")


class NotReleased(ValueError):
    """The changelog has no notes of a release, with its date."""


def cut_notes(changelog: str, version: str) -> str:
    """Return the notes of a release, without its heading. Raises `NotReleased` unless they are dated and not empty."""
    headings = list(HEADING.finditer(changelog))
    ends = [heading.start() for heading in headings[1:]] + [len(changelog)]
    for heading, end in zip(headings, ends, strict=True):
        if heading["version"] == version and heading["date"]:
            notes = changelog[heading.end() : end].strip()
            if notes:
                return f"{notes}\n"
    raise NotReleased(f"CHANGELOG.md has nothing below a heading `## [{version}] – YYYY-MM-DD`")


def link_to_files(notes: str, repository: str, tag: str) -> str:
    """Let relative links lead to the files of a tag, since notes are shown outside of the repository."""
    return _RELATIVE.sub(f"{repository}/blob/{tag}/", notes)
