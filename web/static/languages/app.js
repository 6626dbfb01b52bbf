// Written by `make page` from the folders of the languages.

export const LOADERS = {
  en: () => import("./en/app.js"),
  de: () => import("./de/app.js"),
};
