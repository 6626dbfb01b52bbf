"""What a screen says in one language and in the other."""

from playwright.async_api import Page

import engine

# What is called the same in both languages.
TITLES = {game.title for game in engine.GAMES.values()}
NAMES = {"Croupier", "Explorer", "REST", "GraphiQL", "JSON", "English", "Deutsch", "Ada", "Grace"}
SAME = {*TITLES, *NAMES, "Auto", "Bot", "Bots", "Hand", "Vincent"}

# Every text that people can read or hear, unless its element says that it is in another language than the page.
COLLECT = r"""
    const SILENT = "script, noscript, style, code, pre, textarea, [data-game=high]";
    const NAMES = ["aria-label", "title", "placeholder", "alt"];
    const isTold = (one) => one.closest("[lang]").lang === document.documentElement.lang && !one.closest(SILENT);
    const isText = ({ nodeType }) => nodeType === Node.TEXT_NODE;
    const textsOf = (one) => [...one.childNodes].filter(isText).map(({ data }) => data);
    const attributesOf = (one) => NAMES.map((name) => one.getAttribute(name) ?? "");
    const collect = () => {
        const told = [...document.querySelectorAll("body *")].filter(isTold);
        const texts = told.flatMap((one) => [...textsOf(one), ...attributesOf(one)]).map((text) => text.trim());
        return texts.filter((text, index) => /\p{L}{3}/u.test(text) && texts.indexOf(text) === index);
    };
"""
SPEAK_GERMAN = """() => {
    const select = document.querySelector("header select");
    select.value = "de";
    select.dispatchEvent(new Event("change", { bubbles: true }));
}"""
# A text that stays in English for so long is not just still loading.
PATIENCE_MILLIS = 60_000
WAIT = f"""async (english) => {{
    {COLLECT}
    const until = performance.now() + {PATIENCE_MILLIS};
    for (;;) {{
        const texts = collect();
        const left = texts.filter((text) => english.includes(text));
        // While the page reloads, there is little to read.
        const isThere = document.documentElement.lang === "de" && texts.length * 2 > english.length;
        if ((isThere && left.length === 0) || performance.now() > until) return left;
        await new Promise((resume) => setTimeout(resume, 50));
    }}
}}"""


async def left_in_english(page: Page, same: set[str]) -> list[str]:
    """Switch an English page to German, and return its English texts, except the `same`, which both languages share."""
    english: list[str] = await page.evaluate(f"() => {{ {COLLECT} return collect(); }}")
    await page.evaluate(SPEAK_GERMAN)
    left: list[str] = await page.evaluate(WAIT, [text for text in english if text not in same])
    return left
