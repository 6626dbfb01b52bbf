// Files that somebody chooses or drops.

/**
 * Return the text of a file; nothing if it cannot be read, as a folder.
 *
 * @param {File} file
 */
export const readFile = (file) => file.text().catch(() => "");
