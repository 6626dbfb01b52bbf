// Where a rule is found.

/**
 * Return the anchor of a rule on its page.
 *
 * @param {string} game
 * @param {string} rule
 */
export const anchorOf = (game, rule) => (rule.includes(" ") ? rule : `${game} ${rule}`).replace(" ", "-");

/**
 * Return the page of an anchor.
 *
 * @param {string} anchor
 */
export const pageOf = (anchor) => anchor.slice(0, anchor.lastIndexOf("-"));
