// Written by `make page` from the folders of the languages.

import { texts as de } from "./de/app.js";
import { texts as en } from "./en/app.js";

export const TEXTS = { en, de };
