// Written by `make page` from the folders of the languages.

import { texts as de } from "./de/hint.js";
import { texts as en } from "./en/hint.js";

export const TEXTS = { en, de };
