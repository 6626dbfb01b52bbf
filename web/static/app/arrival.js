// What somebody comes with: secrets are kept before they leave the address, so that no later fault loses them.

import { hashOf, hashOfTournament, readAddress } from "./address.js";
import { codePlace, keepToken } from "./my_tables.js";

/**
 * Return what the address leads to; keep its secrets, and take them out of it.
 *
 * @param {import("./storage.js").Kept} storage
 * @param {import("./storage.js").Kept} tabStorage
 */
export function takeAddress(storage, tabStorage) {
  const address = readAddress(location.hash);
  const { session, tournament, token, code } = address;
  if (tournament && code) {
    tabStorage.setItem(codePlace(tournament), code);
    history.replaceState(null, "", hashOfTournament(tournament));
  }
  if (session === null) return address;
  if (token) keepToken(storage, session, token);
  if (code) tabStorage.setItem(codePlace(session), code);
  // The query was for a preview of the link.
  if (token || code || location.search) history.replaceState(null, "", location.pathname + hashOf(session));
  return address;
}
