"""The screen reader's view of a page: the names of its controls, and its live announcements."""

from typing import Any

from playwright.async_api import Page

# What can be operated has one of these roles.
CONTROLS = frozenset(
    {
        "button",
        "link",
        "textbox",
        "searchbox",
        "combobox",
        "checkbox",
        "radio",
        "listbox",
        "option",
        "spinbutton",
        "switch",
        "slider",
        "tab",
        "menuitem",
        "dialog",
        "DisclosureTriangle",
    }
)

# Collects what is added to a region while that is rendered and live, as `polite: …` or `assertive: …`.
LISTEN = """
    window.heard = [];
    const IMPLIED = { alert: "assertive", status: "polite", log: "polite" };
    const politeness = (region) => region.getAttribute("aria-live") ?? IMPLIED[region.getAttribute("role")] ?? "off";
    const isSilent = (one) => one.closest("[inert], [aria-hidden=true], [hidden]") || !one.checkVisibility();
    new MutationObserver((changes) => {
        const touched = changes.flatMap(({ target, addedNodes }) => [target, ...addedNodes]);
        const elements = touched.map((one) => (one.nodeType === 1 ? one : one.parentElement)).filter(Boolean);
        const LIVE = "[aria-live], [role=alert], [role=status], [role=log]";
        const regions = elements.flatMap((one) => [one.closest(LIVE), ...one.querySelectorAll("[role=alert]")]);
        for (const region of new Set(regions)) {
            const words = region?.textContent.replace(/\\s+/g, " ").trim();
            if (words && region.isConnected && politeness(region) !== "off" && !isSilent(region))
                window.heard.push(`${politeness(region)}: ${words}`);
        }
    }).observe(document, { childList: true, characterData: true, subtree: true });
"""

# A placeholder disappears when the user types, so it is no name.
PLACEHOLDERS = """() => {
    const isNamed = (one) => one.labels?.length || one.ariaLabel || one.ariaLabelledByElements?.length;
    const found = [...document.querySelectorAll("[placeholder]")];
    return found.filter((one) => one.checkVisibility() && !isNamed(one)).map((one) => one.outerHTML.slice(0, 150));
}"""


async def nameless_controls_of(page: Page) -> list[str]:
    """Return the controls that have no name in Chromium's accessibility tree, or only that of a placeholder."""
    session = await page.context.new_cdp_session(page)
    await session.send("Accessibility.enable")
    tree = (await session.send("Accessibility.getFullAXTree"))["nodes"]
    found = [node for node in tree if is_control(node) and not node.get("name", {}).get("value", "").strip()]
    described = [await describe(session, node) for node in found]
    await session.detach()
    placeholders: list[str] = await page.evaluate(PLACEHOLDERS)
    return described + placeholders


def is_control(node: dict[str, Any]) -> bool:
    """Tell whether a node of the accessibility tree can be operated."""
    return not node["ignored"] and node["role"]["value"] in CONTROLS


async def describe(session: Any, node: dict[str, Any]) -> str:  # noqa: ANN401
    """Return the beginning of the element of a node."""
    outer = await session.send("DOM.getOuterHTML", {"backendNodeId": node["backendDOMNodeId"]})
    return f"{node['role']['value']}: {outer['outerHTML'][:150]}"


async def hear(page: Page, part: str) -> str:
    """Return the announcements as soon as they contain some words."""
    await page.wait_for_function("(part) => window.heard.some((words) => words.includes(part))", arg=part)
    heard: list[str] = await page.evaluate("window.heard")
    return next(words for words in heard if part in words)
