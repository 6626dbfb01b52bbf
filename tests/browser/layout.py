"""Where things are on a screen."""

from playwright.async_api import Page, ViewportSize

# The screens of a desk, of a phone, and of the smallest phone; and what a screen of 1280 × 800 shows at 200 %.
WIDE: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
SMALLEST: ViewportSize = {"width": 360, "height": 640}
ZOOMED: ViewportSize = {"width": 640, "height": 400}

WATCH_SHIFTS = """
    window.shifts = [];
    const nameOf = ({ node }) => node?.outerHTML?.slice(0, 150);
    new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries().filter((entry) => !entry.hadRecentInput))
            window.shifts.push([value, ...sources.map(nameOf)].join(" "));
    }).observe({ type: "layout-shift", buffered: true });
"""


async def overflow_of(page: Page) -> list[str]:
    """Return the width of a page and the elements beyond its right edge, if it scrolls horizontally."""
    found: list[str] = await page.evaluate("""() => {
        const { clientWidth, scrollWidth } = document.documentElement;
        const scrolls = (one) => getComputedStyle(one).overflowX !== "visible";
        const isScrolled = (one) => one !== document.body && (scrolls(one) || isScrolled(one.parentElement));
        const sticksOut = (one) => one.getBoundingClientRect().right > clientWidth + 1;
        const all = [...document.querySelectorAll("body *")];
        const culprits = all.filter((one) => sticksOut(one) && !isScrolled(one.parentElement));
        return scrollWidth <= clientWidth
            ? []
            : [`${scrollWidth} instead of ${clientWidth}`, ...culprits.map((one) => one.outerHTML.slice(0, 150))];
    }""")
    return found


async def clipped_texts_of(page: Page) -> list[str]:
    """Return the texts that are cut off.

    Names of people may be as long as they like; of what has happened, one line is a summary of the steps.
    """
    found: list[str] = await page.evaluate("""() => {
        const hasText = ({ childNodes }) => [...childNodes].some((one) => one.nodeType === 3 && one.data.trim());
        const shown = [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility() && hasText(one));
        const isClipped = (one) => {
            const { overflowX, overflowY } = getComputedStyle(one);
            const isCutRight = overflowX !== "visible" && one.scrollWidth > one.clientWidth + 1;
            return isCutRight || (overflowY === "hidden" && one.scrollHeight > one.clientHeight + 2);
        };
        const isExempt = (one) => one.matches(".croupier-name, .croupier-caption > span, .croupier-unseen, option");
        return shown.filter((one) => !isExempt(one) && isClipped(one)).map((one) => one.outerHTML.slice(0, 150));
    }""")
    return found


async def slow_down(page: Page) -> None:
    """Delay all that a page loads, so that its intermediate states can be seen."""
    session = await page.context.new_cdp_session(page)
    slow = {"offline": False, "latency": 80, "downloadThroughput": -1, "uploadThroughput": -1}
    await session.send("Network.emulateNetworkConditions", slow)


async def shifts_of(page: Page) -> list[str]:
    """Return the layout shifts of a page that was opened with `WATCH_SHIFTS`."""
    found: list[str] = await page.evaluate("new Promise((tell) => setTimeout(() => tell(window.shifts)))")
    return found


async def lost_controls_of(page: Page) -> list[str]:
    """Return the controls that cannot be scrolled into view, or are covered there."""
    found: list[str] = await page.evaluate("""() => {
        const shown = document.querySelector("dialog:modal") ?? document;
        const controls = [...shown.querySelectorAll("button, a[href], input, select, summary, [role=option]")];
        const isThere = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0;
        const isShown = (one) => isThere(one) && !one.closest("[inert]");
        const isReached = (one) => {
            one.focus();
            one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
            const { left, top, width, height } = one.getBoundingClientRect();
            const hit = document.elementFromPoint(left + width / 2, top + height / 2);
            return hit !== null && (one.contains(hit) || hit.contains(one) || one.labels?.[0]?.contains(hit));
        };
        return controls.filter(isShown).filter((one) => !isReached(one)).map((one) => one.outerHTML.slice(0, 150));
    }""")
    return found


async def unseen_parts_of(page: Page) -> list[str]:
    """Return what of a table is not seen at once: parts out of the window or below others, and titles that are cut."""
    found: list[str] = await page.evaluate("""() => {
        const SHOWN = { visibilityProperty: true };
        const inside = ({ left, top, right, bottom }) =>
            left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
        // Cards overlap; what tells them apart is their upper left corner.
        const isOnTop = (one) => {
            const { left, top, width, height } = one.getBoundingClientRect();
            const hit = document.elementFromPoint(left + Math.min(width * 0.15, 14), top + Math.min(height * 0.12, 12));
            const covered = one.closest(".croupier-seat") ?? one;
            return hit !== null && (covered.contains(hit) || hit.contains(one));
        };
        const isSeen = (one) => inside(one.getBoundingClientRect()) && isOnTop(one);
        const all = (selector) => [...document.querySelectorAll(selector)];
        const named = [
            ".croupier-status strong", ".croupier-prompt", ".croupier-seat", ".croupier-seat-head > .croupier-points",
            ".croupier-shared .croupier-cards", ".croupier-shared .croupier-card:last-of-type",
            ".croupier-own-zones .croupier-cards",
            "[role=option]", "[data-tray] [data-move]", ".croupier-all", ".croupier-facts summary",
        ];
        const unseen = named.flatMap(all).filter((one) => one.checkVisibility(SHOWN) && !isSeen(one));
        const isCut = ({ offsetHeight, parentElement }) => offsetHeight > parentElement.offsetHeight + 1;
        const cut = all(".croupier-zone-title span").filter((one) => one.checkVisibility(SHOWN) && isCut(one));
        cut.push(...all(".croupier-prompt").filter((one) => one.scrollHeight > one.clientHeight + 1));
        const { scrollHeight, clientHeight } = document.documentElement;
        const scrolled = scrollHeight > clientHeight ? [`${scrollHeight} high instead of ${clientHeight}`] : [];
        return [...scrolled, ...[...unseen, ...cut].map((one) => one.outerHTML.slice(0, 150))];
    }""")
    return found


async def sizes_of(page: Page) -> dict[str, float]:
    """Return the least widths of cards, the least side of a button, and how much of the window the stage fills."""
    found: dict[str, float] = await page.evaluate("""() => {
        const SHOWN = { visibilityProperty: true };
        const rects = (selector) => [...document.querySelectorAll(selector)]
            .filter((one) => one.checkVisibility(SHOWN)).map((one) => one.getBoundingClientRect());
        const least = (selector, side) => Math.min(1e9, ...rects(selector).map(side));
        const [stage] = rects(".croupier-stage");
        return {
            hand: Math.min(1e9, ...[...document.querySelectorAll("[role=option]")].map((one) => one.offsetWidth)),
            others: least(".croupier-seat .croupier-card", ({ width }) => width),
            button: least(".croupier-board button:not(.croupier-unseen), .table-head button",
                ({ width, height }) => Math.min(width, height)),
            filled: (stage.width * stage.height) / (innerWidth * innerHeight),
        };
    }""")
    return found


async def covered_codes_of(page: Page) -> list[str]:
    """Return the zones where a mark lies over a code, and the cards whose corner lies below another card."""
    found: list[str] = await page.evaluate("""() => {
        const SHOWN = { visibilityProperty: true };
        const meet = (one, other) =>
            one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
        const isCovered = (zone) => {
            const code = [...zone.querySelectorAll(".croupier-card")].at(-1)?.querySelector(".croupier-code text");
            const marks = [...zone.querySelectorAll(".croupier-marks b")];
            return code && marks.some((one) => meet(one.getBoundingClientRect(), code.getBoundingClientRect()));
        };
        const zones = [...document.querySelectorAll(".croupier-zone")].filter((one) => one.checkVisibility(SHOWN));
        const spreads = ":is(.croupier-shared, .croupier-own) .croupier-spread";
        const isRead = (card) => {
            const { left, top, width, height } = card.querySelector(".croupier-index").getBoundingClientRect();
            const isOnTop = ([x, y]) => card.contains(document.elementFromPoint(left + x * width, top + y * height));
            return card.offsetWidth >= 24 && [[0.3, 0.35], [0.7, 0.35], [0.3, 0.75], [0.7, 0.75]].every(isOnTop);
        };
        const unread = [...document.querySelectorAll(`${spreads} [data-code]`)].filter((card) => !isRead(card));
        return [...zones.filter(isCovered), ...unread].map(({ dataset }) => dataset.zone ?? dataset.code);
    }""")
    return found


async def covered_parts_of(page: Page, over: str) -> list[str]:
    """Return the parts of a board over which something lies: seats, zones, cards, buttons, what has happened."""
    found: list[str] = await page.evaluate(
        """(over) => {
            const box = document.querySelector(over).getBoundingClientRect();
            const meets = ({ left, right, top, bottom }) =>
                box.left < right && left < box.right && box.top < bottom && top < box.bottom;
            const parts = ".croupier-seat, .croupier-zone, .croupier-caption > span, [role=option], button";
            const shown = [...document.querySelectorAll(`.croupier-board :is(${parts})`)].filter((one) =>
                one.checkVisibility({ visibilityProperty: true }));
            const covered = shown.filter((one) => meets(one.getBoundingClientRect()));
            return covered.map((one) => one.outerHTML.slice(0, 150));
        }""",
        over,
    )
    return found


async def unread_effects_of(page: Page) -> list[str]:
    """Return the unreadable texts about the effects of a move: cut off, out of the window, or covered."""
    found: list[str] = await page.evaluate("""() => {
        const shown = document.querySelector("dialog:modal") ?? document;
        const boxes = [...shown.querySelectorAll("[part=effect]")].map((one) => one.closest("p"));
        const isHit = (box, x, y) => box.contains(document.elementFromPoint(x, y));
        const isRead = (box) => {
            const { left, top, right, bottom } = box.getBoundingClientRect();
            const prompt = box.closest(".croupier-prompt");
            const isScrolled = [box, prompt].some((one) => one && one.scrollHeight > one.clientHeight + 1);
            const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
            return !isScrolled && isInside && isHit(box, left + 12, top + 9) && isHit(box, left + 12, bottom - 9);
        };
        return boxes.filter((box) => !isRead(box)).map((box) => box.outerHTML.slice(0, 150));
    }""")
    return found
