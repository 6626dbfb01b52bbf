// Written by `make page` from the folders of the languages.

import { texts as de } from "./de/mcp_app.js";
import { texts as en } from "./en/mcp_app.js";

export const TEXTS = { en, de };
