// Written by `make page` from the folders of the languages.

import { texts as de } from "./de/embed.js";
import { texts as en } from "./en/embed.js";

export const TEXTS = { en, de };
