// The explorer: everything begins here.

import { App } from "../app/app.js";
import { openStorage } from "../app/storage.js";
import { watchWire } from "../app/wire.js";
import { html, render } from "../kit/board/preact.js";
import { Explorer } from "./explorer.js";

const storage = openStorage(() => localStorage);
const tabStorage = openStorage(() => sessionStorage);
const wire = watchWire((...request) => fetch(...request));
const place = document.getElementById("app");
if (place) {
  const given = { screen: Explorer, home: "/play", storage, tabStorage, wire };
  render(html`<${App} ...${given} />`, place);
}
