// The texts of tournaments come with them, in all languages.

import { addPart } from "../app/texts.js";
import { TEXTS } from "../languages/tournament.js";

addPart(TEXTS);
