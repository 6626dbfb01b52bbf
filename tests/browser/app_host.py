"""A small host of MCP Apps: a page that shows an app in a sandbox, and answers it as the specification says.

The page and the proxy have different origins, and the app has none: it stands in a frame that may run scripts, and do
nothing else. Its policy is the one that a host sets for apps that name no places of their own.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeAlias

from playwright.async_api import FrameLocator, Page, Route

from tests.browser.chromium import PATIENCE_MILLIS, Window

Json: TypeAlias = dict[str, Any]
# Calls a tool of the server with its arguments, and returns the result.
CallTool: TypeAlias = Callable[[str, Json], Awaitable[Json]]
Distort: TypeAlias = Callable[[str, Json], Json]

HOST = "http://host.test/"
SANDBOX = "http://sandbox.test/"
POLICY = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "media-src 'self' data:; object-src 'none'; connect-src 'none'; frame-src 'none'; base-uri 'self'"
)
PAGE = f"""<!doctype html><html lang="en"><title>A host</title>
<style>body {{ margin: 0 }} iframe {{ width: 100%; height: 300px; border: 0 }}</style>
<iframe id="proxy" title="The app" sandbox="allow-scripts allow-same-origin" src="{SANDBOX}"></iframe>
<script>
  const proxy = document.getElementById("proxy");
  window.tell = (message) => proxy.contentWindow.postMessage(message, "{SANDBOX}");
  addEventListener("message", ({{ source, data }}) => source === proxy.contentWindow && window.hear(data));
</script></html>"""
PROXY = f"""<!doctype html><html lang="en"><title>A sandbox</title>
<style>body {{ margin: 0 }} iframe {{ width: 100%; height: 100vh; border: 0; display: block }}</style>
<script>
  let app;
  function load(html) {{
    app = document.createElement("iframe");
    app.title = "The app";
    app.sandbox = "allow-scripts";
    app.srcdoc = `<meta http-equiv="Content-Security-Policy" content="{POLICY}">` + html;
    document.body.append(app);
  }}
  addEventListener("message", ({{ source, data }}) => {{
    if (app && source === app.contentWindow) parent.postMessage(data, "{HOST}");
    else if (source !== parent) return;
    else if (data?.method === "ui/notifications/sandbox-resource-ready") load(data.params.html);
    else app.contentWindow.postMessage(data, "*");
  }});
  addEventListener("load", () =>
    parent.postMessage({{ jsonrpc: "2.0", method: "ui/notifications/sandbox-proxy-ready", params: {{}} }}, "{HOST}"));
</script></html>"""


def leave_it(_about: str, result: Json) -> Json:
    """Return a result as it is."""
    return result


class AppHost:
    """A host that shows one app in a window.

    `capabilities` and `context` are what it says of itself. It refuses calls of a tool, never answers calls about what
    is `held`, and may `distort` the result of a call, given what it is about or else its tool. It keeps what the app
    sent: the names of the tools that it called, what it asked of `board`, and the other messages; `unanswered` counts
    the requests that wait.
    """

    def __init__(self, html: str, call_tool: CallTool) -> None:
        self.html = html
        self.call_tool = call_tool
        self.capabilities: Json = {"serverTools": {}, "updateModelContext": {"text": {}}, "message": {"text": {}}}
        self.context: Json = {"theme": "light", "locale": "en-GB", "displayMode": "inline"}
        self.refused = ""
        self.held = ""
        self.distort: Distort = leave_it
        self.called: list[str] = []
        self.asked: list[str] = []
        self.sent: list[Json] = []
        self.unanswered = 0
        self.started = asyncio.Event()
        self._news = asyncio.Event()
        self._answers: dict[int, asyncio.Future[Json]] = {}

    async def open(self, window: Window) -> None:
        """Load the app, and wait until it has introduced itself."""
        # The window belongs to the host, not to the service.
        window.root = HOST.rstrip("/")
        window.tolerate(f"elsewhere: {SANDBOX}")
        await window.context.route(HOST, _answer(PAGE))
        await window.context.route(SANDBOX, _answer(PROXY))
        self.page: Page = await window.context.new_page()
        await window.prepare(self.page)
        await self.page.expose_function("hear", self._hear)
        await self.page.goto(HOST)
        await asyncio.wait_for(self.started.wait(), PATIENCE_MILLIS / 1000)

    @property
    def app(self) -> FrameLocator:
        """The app's own page."""
        return self.page.frame_locator("#proxy").frame_locator("iframe")

    async def show(self, args: Json, result: Json) -> None:
        """Show a call of a tool, with its result."""
        await self.notify("ui/notifications/tool-input", {"arguments": args})
        await self.notify("ui/notifications/tool-result", result)

    async def notify(self, method: str, params: Json) -> None:
        """Send the app a notification."""
        await self.tell({"method": method, "params": params})

    async def request(self, method: str, params: Json) -> Json:
        """Send the app a request, and return its answer."""
        number = 1000 + len(self._answers)
        self._answers[number] = asyncio.get_running_loop().create_future()
        await self.tell({"id": number, "method": method, "params": params})
        return await asyncio.wait_for(self._answers[number], PATIENCE_MILLIS / 1000)

    async def tell(self, message: Json) -> None:
        """Send the app a message."""
        await self.page.evaluate("(message) => window.tell(message)", {"jsonrpc": "2.0", **message})

    def texts_for_model(self) -> list[str]:
        """Return what the app has told the model, the latest last."""
        told = [message for message in self.sent if message["method"] == "ui/update-model-context"]
        return [message["params"]["content"][0]["text"] for message in told]

    async def hear(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds, which messages of the app may bring about."""
        while not holds():
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), PATIENCE_MILLIS / 1000)

    async def _hear(self, message: Json) -> None:
        self._news.set()
        await self._receive(message)
        self._news.set()

    async def _receive(self, message: Json) -> None:
        if message.get("method") == "ui/notifications/sandbox-proxy-ready":
            await self.notify("ui/notifications/sandbox-resource-ready", {"html": self.html})
        elif "method" not in message:
            self._answers[message["id"]].set_result(message)
        elif message["method"] == "ui/notifications/initialized":
            self.started.set()
        elif "id" in message:
            await self._answer(message)
        else:
            await self._note(message)

    async def _answer(self, message: Json) -> None:
        self.unanswered += 1
        try:
            answer = {"result": await self._find_result(message["method"], message["params"], message)}
        except PermissionError as error:
            answer = {"error": {"code": -32000, "message": str(error)}}
        # The window may have been closed meanwhile.
        with suppress(Exception):
            await self.tell({"id": message["id"], **answer})
        self.unanswered -= 1

    async def _find_result(self, method: str, params: Json, message: Json) -> Json:
        if method == "ui/initialize":
            about = {"hostInfo": {"name": "a host", "version": "1"}, "protocolVersion": params["protocolVersion"]}
            return {**about, "hostCapabilities": self.capabilities, "hostContext": self.context}
        if method == "tools/call":
            return await self._call(params["name"], params["arguments"])
        self.sent.append(message)
        return {"mode": params["mode"]} if method == "ui/request-display-mode" else {}

    async def _call(self, name: str, args: Json) -> Json:
        self.called.append(name)
        if name == "board":
            self.asked.append(args["about"])
        if name == self.refused:
            raise PermissionError(f"The user has refused {name}.")
        if self.held and self.held == args.get("about"):
            await asyncio.Event().wait()
        return self.distort(args.get("about", name), await self.call_tool(name, args))

    async def _note(self, message: Json) -> None:
        self.sent.append(message)
        if message["method"] == "ui/notifications/size-changed":
            height = int(message["params"]["height"])
            await self.page.evaluate(
                "(height) => (document.getElementById('proxy').style.height = `${height}px`)", height
            )


def _answer(body: str) -> Callable[[Route], Awaitable[None]]:
    async def answer(route: Route) -> None:
        await route.fulfill(body=body, content_type="text/html; charset=utf-8")

    return answer
