// The texts of the parts of a table that few tables show, in German.

/** @type {Record<keyof typeof import("../en/seldom.js").texts, string>} */
export const texts = {
  takeBackAsked: "{name} möchte den letzten Zug zurücknehmen.",
  takeBackAwaited: "Du möchtest deinen Zug zurücknehmen. Es fehlt noch: {names}.",
  agree: "Einverstanden",
  refuse: "Ablehnen",
  passDevice: "Gib das Gerät an {name}",
  passDeviceHint: "Die Karten werden gezeigt, sobald der Knopf gedrückt ist.",
  seatSwitch: "Wer auf den Tisch schaut",
  timeLeft: "noch {seconds} s",
  timeOver: "Die Zeit ist um",
};
