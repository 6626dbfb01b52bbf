// The sentences of events that people want to hear.

/** @typedef {import("../contract.js").Event} Event */

/** @param {readonly Event[]} events */
export const sentencesOf = (events) => events.filter(isTold).map(({ sentence }) => sentence);

/** Return whether people want to hear of an event. @param {Event} event */
export const isTold = ({ weight }) => weight !== "DETAIL";
