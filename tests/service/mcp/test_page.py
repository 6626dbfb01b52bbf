"""The page about agents names what there is, and its configurations work."""

import re
from typing import get_args

import msgspec

from service.mcp.answers import TableAnswer
from service.mcp.endpoint import PATH
from service.mcp.inputs import Action
from service.mcp.resources import TEMPLATES
from service.mcp.tools import TOOLS
from tools.servers import REPOSITORY

PAGE = (REPOSITORY / "docs" / "agents.md").read_text(encoding="utf-8")


def test_the_page_lists_every_tool_every_field_of_an_answer_and_every_action() -> None:
    rows = re.findall(r"^\| (`.*?`) \|", PAGE, re.MULTILINE)
    names = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    # The other tools are for an app alone.
    for_agents = [name for name, tool in TOOLS.items() if not tool.is_for_apps]
    assert names == [*for_agents, *TableAnswer.__struct_encode_fields__, *get_args(Action)]


def test_the_page_configures_what_is_served() -> None:
    over_http, over_streams = (msgspec.json.decode(text) for text in re.findall(r"```json\n(.*?)\n```", PAGE))
    assert over_http["mcpServers"]["croupier"]["url"].endswith(f":8000{PATH}")
    assert over_streams["mcpServers"]["croupier"]["args"] == ["mcp"]
    for template in TEMPLATES:
        assert template.uri.partition("{")[0] in PAGE
