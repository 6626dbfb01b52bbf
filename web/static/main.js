// The page: everything begins here.

import { App } from "./app/app.js";
import { Screen } from "./app/screens.js";
import { openStorage } from "./app/storage.js";
import { watchWire } from "./app/wire.js";
import { html, render } from "./kit/board/preact.js";
import { keepFiles } from "./app/worker.js";

const storage = openStorage(() => localStorage);
const tabStorage = openStorage(() => sessionStorage);
const wire = watchWire((...request) => fetch(...request));
const place = document.getElementById("app");
if (place) render(html`<${App} screen=${Screen} storage=${storage} tabStorage=${tabStorage} wire=${wire} />`, place);
keepFiles();
