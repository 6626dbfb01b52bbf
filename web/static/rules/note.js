// A word to those who read another language than that of the rules.

import { readPreferences } from "../app/preferences.js";
import { openStorage } from "../app/storage.js";
import { text } from "./texts.js";

const { language } = readPreferences(openStorage(() => localStorage), navigator.languages);
const note = document.getElementById("note");
if (note && language !== document.documentElement.lang) {
  note.lang = language;
  note.textContent = text(language, "isEnglish");
  note.hidden = false;
}
