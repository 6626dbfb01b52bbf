// Written by `make page` from the folders of the languages.

export const LOADERS = {
  en: () => import("./en/lobby.js"),
  de: () => import("./de/lobby.js"),
};
