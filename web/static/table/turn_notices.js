// Being told of one's turn by a page that is closed, which concerns nobody before the first move.

import { later } from "../app/later.js";

// Without a connection, a table does without it.
const nothing = () => null;

export const TurnNotices = later(() => import("../notices/notices.js").then(({ TurnNotices: found }) => found, nothing));
