// Written by `make page` from the folders of the languages.

import { texts as de } from "./de/emotes.js";
import { texts as en } from "./en/emotes.js";

export const TEXTS = { en, de };
