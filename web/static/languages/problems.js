// Written by `make page` from the folders of the languages.

export const LOADERS = {
  de: () => import("./de/problems.js"),
};
