// The page: everything begins here.

import { App } from "./app/app.js";
import { readPreferences } from "./app/preferences.js";
import { openStorage } from "./app/storage.js";
import { loadTexts } from "./app/texts.js";
import { watchWire } from "./app/wire.js";
import { html, render } from "./kit/board/preact.js";

const storage = openStorage(() => localStorage);
const tabStorage = openStorage(() => sessionStorage);
const wire = watchWire((...request) => fetch(...request));
const preferences = readPreferences(storage, navigator.languages);
const place = document.getElementById("app");
await loadTexts(preferences.language);
if (place) render(html`<${App} ...${{ storage, tabStorage, wire, preferences }} />`, place);
