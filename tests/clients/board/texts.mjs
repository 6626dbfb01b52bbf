// The texts of the board: whether every language has the same blanks in each.

const { board } = JSON.parse(process.argv[2]);
const { WORDS } = await import(`${board}/languages/index.js`);

const blanksOf = (template) => JSON.stringify([...new Set(template.match(/\{\w+\}/g) ?? [])].sort());
const [first, ...others] = Object.entries(WORDS);
const [, english] = first;
const keys = Object.keys(english.texts);
const different = others.flatMap(([language, { texts: table }]) => [
  ...keys
    .filter((key) => !table[key] || blanksOf(table[key]) !== blanksOf(english.texts[key]))
    .map((key) => `${language} ${key}`),
  ...Object.keys(table).filter((key) => !keys.includes(key)),
]);
console.log(JSON.stringify({ languages: Object.keys(WORDS), different }));
