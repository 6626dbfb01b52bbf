// Written by `make page` from the folders of the languages.

import { texts as de } from "./de/tournament.js";
import { texts as en } from "./en/tournament.js";

export const TEXTS = { en, de };
