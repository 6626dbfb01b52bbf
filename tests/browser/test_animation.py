"""The animated PNG that `make pictures` writes: a browser shows each picture as it was."""

import base64

import pytest

from tests.browser.animation import Picture, animate
from tests.browser.chromium import Window
from tools.servers import REPOSITORY

pytestmark = pytest.mark.anyio

RED = b"\xff\0\0\xff"
BLUE = b"\0\0\xff\xff"
WHITE = b"\xff\xff\xff\xff"
PICTURES = [RED * 6, RED * 4 + BLUE + RED, WHITE + RED * 3 + BLUE + RED]

DECODE = """async (png) => {
    const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
    const decoder = new ImageDecoder({ data: bytes, type: "image/png" });
    await decoder.tracks.ready;
    const found = [];
    for (let frameIndex = 0; frameIndex < decoder.tracks.selectedTrack.frameCount; frameIndex++) {
        const { image } = await decoder.decode({ frameIndex });
        const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight).getContext("2d");
        canvas.drawImage(image, 0, 0);
        const { data } = canvas.getImageData(0, 0, image.displayWidth, image.displayHeight);
        found.push([image.duration / 1000, btoa(String.fromCharCode(...data))]);
    }
    return found;
}"""


async def test_a_browser_shows_each_picture_for_its_time(window: Window) -> None:
    png = animate([Picture(3, 2, pixels) for pixels in PICTURES], [100, 200, 300])
    page = await window.open("/docs")
    shown = await page.evaluate(DECODE, base64.b64encode(png).decode())
    assert [millis for millis, _ in shown] == [100, 200, 300]
    assert [base64.b64decode(pixels) for _, pixels in shown] == PICTURES


@pytest.mark.parametrize(
    ("name", "most"), [("zar.png", 500_000), ("page-light.webp", 200_000), ("page-dark.webp", 200_000)]
)
def test_a_picture_of_the_docs_is_small(name: str, most: int) -> None:
    assert (REPOSITORY / "docs" / "pictures" / name).stat().st_size <= most
