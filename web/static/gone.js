// What the service sends instead of a packed module of another release. The page that imports it was loaded before the
// service was updated, and is loaded again: its table goes on where it was.

const PLACE = "croupier-page:renewed";
// A page that was loaded again so recently would come from a service that still has both releases.
const PAUSE_MILLIS = 60_000;

const renewedAt = Number(sessionStorage.getItem(PLACE));
if (Date.now() - renewedAt < PAUSE_MILLIS) throw new Error("The page is of another release.");
sessionStorage.setItem(PLACE, String(Date.now()));
location.reload();
// Until then, nobody is told that something is missing.
await new Promise(() => {});
