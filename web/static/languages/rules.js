// Written by `make page` from the folders of the languages.

import { texts as de } from "./de/rules.js";
import { texts as en } from "./en/rules.js";

export const TEXTS = { en, de };
