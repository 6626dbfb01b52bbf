// The texts of the board: whether every language has the same blanks in each.

const { board } = JSON.parse(process.argv[2]);
const { TABLES } = await import(`${board}/texts.js`);

const blanksOf = (template) => JSON.stringify([...new Set(template.match(/\{\w+\}/g) ?? [])].sort());
const [[, first], ...others] = Object.entries(TABLES);
const keys = Object.keys(first);
const different = others.flatMap(([language, table]) => [
  ...keys
    .filter((key) => !table[key] || blanksOf(table[key]) !== blanksOf(first[key]))
    .map((key) => `${language} ${key}`),
  ...Object.keys(table).filter((key) => !keys.includes(key)),
]);
console.log(JSON.stringify({ languages: Object.keys(TABLES), different }));
