// The data to draw a table: its game, introduced to newcomers for the options of the table.

/**
 * Return everything needed to draw a table; `which` selects lists of the vocabulary.
 *
 * @param {import("../lobby.js").Lobby} croupier
 * @param {import("../table.js").Table} table
 * @param {{ lists?: readonly import("../catalogue.js").VocabularyList[] }} [which]
 * @returns {Promise<import("../catalogue.js").GameData>}
 */
export async function loadTableData(croupier, table, which) {
  const game = await croupier.gameData(table.session.game, which);
  return isUsual(table.session, game) ? game : introduce(game, await table.introduction());
}

/**
 * Return whether every option of a table has its default.
 *
 * @param {import("../contract.js").Session} session
 * @param {import("../contract.js").Game} game
 */
function isUsual({ options }, game) {
  const usual = new Map(game.options.map((option) => [option.name, option.default]));
  return options.every(({ name, value }) => value === usual.get(name));
}

/**
 * Return a game with the introduction for newcomers at a table.
 *
 * @param {import("../catalogue.js").GameData} game
 * @param {import("../contract.js").Introduction} told
 * @returns {import("../catalogue.js").GameData}
 */
function introduce(game, { goal, howToPlay, powers }) {
  const texts = new Map(powers.map(({ code, text }) => [code, text]));
  const { vocabulary } = game;
  const told = vocabulary.powers.map((phrase) => ({ ...phrase, template: texts.get(phrase.key) ?? phrase.template }));
  return { ...game, goal, howToPlay, vocabulary: { ...vocabulary, powers: told } };
}
