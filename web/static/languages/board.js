// Written by `make page` from the folders of the languages.

export const LOADERS = {
  en: () => import("../kit/board/languages/en.js"),
  de: () => import("../kit/board/languages/de.js"),
};
