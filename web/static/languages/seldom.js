// Written by `make page` from the folders of the languages.

import { texts as de } from "./de/seldom.js";
import { texts as en } from "./en/seldom.js";

export const TEXTS = { en, de };
