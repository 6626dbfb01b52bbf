// The texts of the page that asks for an app key, in English.

export const texts = {
  appKeyTitle: "This service asks for an app key",
  appKeyText: "Its operator can give you one. It stays in this browser and is sent to nobody else.",
  appKeyWrong: "This key is not known here, or no longer. Check that it is whole.",
  appKey: "App key",
};
