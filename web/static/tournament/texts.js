// The texts of tournaments come with them, in both languages.

import { addTexts } from "../app/texts.js";
import { texts as de } from "../languages/de/tournament.js";
import { texts as en } from "../languages/en/tournament.js";

addTexts("en", en);
addTexts("de", de);
