// Written by `make page` from the folders of the languages.

import { texts as de } from "./de/end.js";
import { texts as en } from "./en/end.js";

export const TEXTS = { en, de };
