// Written by `make page` from the folders of the languages.

import { texts as de } from "./de/lesson.js";
import { texts as en } from "./en/lesson.js";

export const TEXTS = { en, de };
