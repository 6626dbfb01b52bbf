// Tournaments that the caller keeps: the service pairs, ranks and rates, and stores nothing.

export class Pairings {
  /** @param {import("./connection.js").Connection} connection */
  constructor(connection) {
    /** @protected */
    this.connection = connection;
  }

  /**
   * Pair the next round of a tournament that the caller keeps; null when it is over.
   *
   * @param {import("./contract.js").PairRound} input
   * @returns {Promise<import("./contract.js").PairedRound | null>}
   */
  async pairRound(input) {
    return (await this.connection.ask("/v1/pairings", { method: "POST", body: input })).round;
  }

  /**
   * Return the standings of a tournament that the caller keeps, the best first.
   *
   * @param {import("./contract.js").Standings} input
   * @returns {Promise<import("./contract.js").RankedEntrant[]>}
   */
  async standingsOf(input) {
    return (await this.connection.ask("/v1/standings", { method: "POST", body: input })).standings;
  }

  /**
   * Return the ratings of players after games, in the order in which they were sent.
   *
   * @param {import("./contract.js").RateResults} input
   * @returns {Promise<import("./contract.js").PlayerRating[]>}
   */
  async rateResults(input) {
    return (await this.connection.ask("/v1/ratings", { method: "POST", body: input })).ratings;
  }
}
