// The texts of notices in German: the offer at a table, the setting, and why it may not work.

/** @type {Record<keyof typeof import("../en/notices.js").texts, string>} */
export const texts = {
  notices: "Sag mir, wenn ich dran bin",
  noticesOffer: "Mitteilungen",
  noticesNot: "Nicht Bescheid sagen und nicht wieder fragen",
  noticesOn: "Du bekommst Bescheid, auch wenn diese Seite geschlossen ist.",
  noticesInsecure:
    "Browser zeigen Mitteilungen nur für Seiten, die mit HTTPS geöffnet sind, oder auf diesem Gerät als localhost.",
  noticesHomeScreen: "Füge diese Seite auf diesem Gerät zuerst zum Home-Bildschirm hinzu, und öffne sie dort.",
  noticesUnsupported: "Dieser Browser kann keine Mitteilungen geschlossener Seiten zeigen.",
  noticesDenied:
    "Mitteilungen dieser Seite sind in diesem Browser blockiert. Erlaube sie in seinen Einstellungen für diese Seite.",
  noticesFailed: "Der Browser konnte keine Mitteilungen abonnieren. Versuch es später noch einmal.",
};
