// Written by `make page` from the folders of the languages.

import { texts as de } from "./de/notices.js";
import { texts as en } from "./en/notices.js";

export const TEXTS = { en, de };
