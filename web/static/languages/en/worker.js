// The texts of the notices that the service worker shows, in English. web/build.mjs puts them into it.

export const texts = {
  yourTurn: "{title}: your turn",
  timeLeft: "{left} left, until {time}",
};
