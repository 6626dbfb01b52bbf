// The texts of the parts of a table that few tables show, in English.

export const texts = {
  takeBackAsked: "{name} asks to take back the last move.",
  takeBackAwaited: "You have asked to take back your move. Waiting for {names}.",
  agree: "Agree",
  refuse: "Refuse",
  passDevice: "Pass the device to {name}",
  passDeviceHint: "Their cards are shown as soon as they press the button.",
  seatSwitch: "Who looks at the table",
  timeLeft: "{seconds} s left",
  timeOver: "Time is over",
};
