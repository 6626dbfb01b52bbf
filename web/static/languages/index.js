// Written by `make page` from the folders of the languages.

/** The languages of the page, by their own names. */
export const NAMES = {
  en: "English",
  de: "Deutsch",
};
