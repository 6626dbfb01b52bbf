// The kit: play at tables of Croupier from apps and bots, in browsers, Node and React Native.

export { Croupier } from "./client.js";
export { Table } from "./table.js";
export { Bot } from "./bot.js";
export { Problem, Unreachable } from "./connection.js";

/**
 * @typedef {import("./contract.js").Session} Session
 * @typedef {import("./complete.js").Frame} Frame
 * @typedef {import("./contract.js").Decision} Decision
 * @typedef {import("./contract.js").View} View
 * @typedef {import("./contract.js").Zone} Zone
 * @typedef {import("./contract.js").Card} Card
 * @typedef {import("./contract.js").Move} Move
 * @typedef {import("./contract.js").Event} Event
 * @typedef {import("./contract.js").Outcome} Outcome
 * @typedef {import("./contract.js").Result} Result
 * @typedef {import("./contract.js").Breakdown} Breakdown
 * @typedef {import("./contract.js").Game} Game
 * @typedef {import("./contract.js").Vocabulary} Vocabulary
 * @typedef {import("./contract.js").Lesson} Lesson
 * @typedef {import("./client.js").GameData} GameData
 * @typedef {import("./contract.js").SessionSummary} SessionSummary
 * @typedef {import("./contract.js").MySession} MySession
 * @typedef {import("./contract.js").CreateSession} CreateSession
 * @typedef {import("./outcomes.js").MoveOutcome} MoveOutcome
 * @typedef {import("./outcomes.js").TableOutcome} TableOutcome
 * @typedef {import("./table.js").Snapshot} Snapshot
 * @typedef {import("./client.js").Settings} Settings
 * @typedef {import("./client.js").TokenStorage} TokenStorage
 */
