// Being told of one's turn by a page that is closed, which concerns nobody before the first move.

import { later } from "../app/later.js";

export const TurnNotices = later(async () => {
  try {
    return (await import("../notices/notices.js")).TurnNotices;
  } catch {
    // Without a connection, a table does without it.
    return () => null;
  }
});
