// Written by `make page` from the folders of the languages.

export const LOADERS = {
  en: () => import("./en/end.js"),
  de: () => import("./de/end.js"),
};
