// The texts around emotes in English. The emotes themselves come from the service.

export const texts = {
  emotesHidden: "Hide the emotes of",
};
