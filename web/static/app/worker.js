// The service worker, which is looked for when the first screen is there: nothing waits for it.

/** Keep the files of the page, where the browser can. */
export function keepFiles() {
  const start = () => {
    navigator.serviceWorker?.register("/play/static/worker.js", { scope: "/play" }).catch(() => null);
  };
  if (document.readyState === "complete") start();
  else addEventListener("load", start, { once: true });
}
