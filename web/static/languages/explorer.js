// Written by `make page` from the folders of the languages.

export const LOADERS = {
  en: () => import("./en/explorer.js"),
  de: () => import("./de/explorer.js"),
};
