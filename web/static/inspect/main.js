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
  render(html`<${App} screen=${Explorer} home="/play" storage=${storage} tabStorage=${tabStorage} wire=${wire} />`, place);
}
