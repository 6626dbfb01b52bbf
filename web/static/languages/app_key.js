// Written by `make page` from the folders of the languages.

import { texts as de } from "./de/app_key.js";
import { texts as en } from "./en/app_key.js";

export const TEXTS = { en, de };
