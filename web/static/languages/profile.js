// Written by `make page` from the folders of the languages.

import { texts as de } from "./de/profile.js";
import { texts as en } from "./en/profile.js";

export const TEXTS = { en, de };
