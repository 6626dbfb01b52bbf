// Written by `make page` from the folders of the languages.

import * as de from "./de.js";
import * as en from "./en.js";

export const WORDS = { en, de };
