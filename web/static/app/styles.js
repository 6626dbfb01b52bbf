// The styles of a part of the page, which come with its module as text.

/**
 * Let a style count from now on.
 *
 * @param {string} text
 */
export function adoptStyle(text) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
}
