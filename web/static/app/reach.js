// The address of this page at which others can open it.

const LOOPBACK = /^(?:(?:.*\.)?localhost|127\..*|\[::1\])$/;

/** @param {string} hostname */
export const isLoopback = (hostname) => LOOPBACK.test(hostname);

/** Return the origin for links to others: where this page is at a loopback address, that of the network if known. */
export const originForOthers = () =>
  (isLoopback(location.hostname) &&
    document.querySelector("meta[name=croupier-network]")?.getAttribute("content")) ||
  location.origin;
