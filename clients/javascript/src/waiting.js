// Waits that can end early.

/**
 * Return a signal that aborts with another one, or when a wait set by `within` is over.
 *
 * @param {AbortSignal} [other]
 */
export function abortAfter(other) {
  const cut = new AbortController();
  const abort = () => cut.abort();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  if (other?.aborted) abort();
  other?.addEventListener("abort", abort);
  return {
    signal: cut.signal,
    /** @param {number} millis */
    within(millis) {
      clearTimeout(timer);
      timer = setTimeout(abort, millis);
    },
    done() {
      clearTimeout(timer);
      other?.removeEventListener("abort", abort);
      abort();
    },
  };
}

/**
 * Wait; an abort ends it early.
 *
 * @param {number} millis
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
export function pause(millis, signal) {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", wake);
      resolve();
    };
    const timer = setTimeout(wake, millis);
    signal?.addEventListener("abort", wake);
    if (signal?.aborted) wake();
  });
}
