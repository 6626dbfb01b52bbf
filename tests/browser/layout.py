"""Where things are on a screen."""

from playwright.async_api import Page, ViewportSize

# The screen of a phone; and what a screen of 1280 × 800 shows at 200 %.
PHONE: ViewportSize = {"width": 390, "height": 844}
ZOOMED: ViewportSize = {"width": 640, "height": 400}

WATCH_SHIFTS = """
    window.shifts = [];
    new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries())
            window.shifts.push([value, ...sources.map(({ node }) => node?.outerHTML?.slice(0, 150))].join(" "));
    }).observe({ type: "layout-shift", buffered: true });
"""


async def overflow_of(page: Page) -> list[str]:
    """Return the elements that stick out to the right, if the page has to be scrolled to see them."""
    found: list[str] = await page.evaluate("""() => {
        const width = document.documentElement.clientWidth;
        const sticksOut = (one) => one.getBoundingClientRect().right > width + 1;
        const isTooWide = document.documentElement.scrollWidth > width;
        const all = isTooWide ? [...document.querySelectorAll("body, body *")] : [];
        return all.filter(sticksOut).map((one) => one.outerHTML.slice(0, 150));
    }""")
    return found


async def shifts_of(page: Page) -> list[str]:
    """Return what has moved by itself on a page that was opened with `WATCH_SHIFTS`."""
    found: list[str] = await page.evaluate("new Promise((tell) => setTimeout(() => tell(window.shifts)))")
    return found
