// The texts of notices in English: the offer at a table, the setting, and why it may not work.

export const texts = {
  notices: "Tell me when it is my turn",
  noticesOffer: "Notices",
  noticesNot: "Do not tell me, and do not ask again",
  noticesOn: "You will be told, also when this page is closed.",
  noticesInsecure: "Browsers show notices only for pages that are opened with HTTPS, or on this device as localhost.",
  noticesHomeScreen: "On this device, add this page to the home screen first, and open it there.",
  noticesUnsupported: "This browser cannot show notices of pages that are closed.",
  noticesDenied: "Notices of this page are blocked in this browser. Allow them in its settings for this page.",
  noticesFailed: "The browser could not subscribe to notices. Try again later.",
};
