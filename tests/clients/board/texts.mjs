// The texts of the board: whether every language has the same blanks in each.

const { board } = JSON.parse(process.argv[2]);

const blanksOf = (template) => JSON.stringify([...new Set(template.match(/\{\w+\}/g) ?? [])].sort());

const compare = (words) => {
  const [[, english], ...others] = Object.entries(words);
  const keys = Object.keys(english.texts);
  return others.flatMap(([language, { texts: table }]) => [
    ...keys
      .filter((key) => !table[key] || blanksOf(table[key]) !== blanksOf(english.texts[key]))
      .map((key) => `${language} ${key}`),
    ...Object.keys(table).filter((key) => !keys.includes(key)),
  ]);
};
const { WORDS } = await import(`${board}/languages/index.js`);
const { WORDS: HAPPENED } = await import(`${board}/happened/languages/index.js`);
console.log(JSON.stringify({ languages: Object.keys(WORDS), different: [...compare(WORDS), ...compare(HAPPENED)] }));
