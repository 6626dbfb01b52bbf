// Write the templates of a module as the calls that they make, so that no browser has to read them.

import { html } from "./static/kit/board/preact.js";

/**
 * @typedef {object} Node A node of a syntax tree (ESTree).
 * @property {string} type
 * @property {number} start
 * @property {number} end
 *
 * @typedef {Node & { quasi: { quasis: (Node & { value: { cooked: string } })[] } }} Template
 */

/** The code of each expression of a template, by what stands for it in a text. @type {Map<string, string>} */
const codes = new Map();
const NAME = /(\0\d+\0)/;

/** What stands for an expression in a template. */
class Blank {
  #name = `\0${codes.size}\0`;

  /** @param {string} code */
  constructor(code) {
    codes.set(this.#name, code);
    // Its only property: an element into which it is spread has it, too.
    Object.assign(this, { [this.#name]: true });
  }

  get code() {
    return codes.get(this.#name);
  }

  toString() {
    return this.#name;
  }
}

/**
 * Return a module whose templates of HTML are calls of `h`.
 *
 * @param {string} text
 * @param {Node} tree
 */
export function compileTemplates(text, tree) {
  const specifiers = find(tree, (node) => node.type === "ImportSpecifier" && node.imported.name === "html");
  const edits = [...findTemplates(tree), ...specifiers].sort((one, other) => other.start - one.start);
  return edits.reduce((code, node) => {
    const written = node.type === "ImportSpecifier" ? "h as html" : write(text, node);
    return code.slice(0, node.start) + written + code.slice(node.end);
  }, text);
}

/** @param {Node} tree */
const findTemplates = (tree) =>
  find(tree, (node) => node.type === "TaggedTemplateExpression" && node.tag.name === "html");

/**
 * Return the outermost nodes of a kind.
 *
 * @param {object} tree
 * @param {(node: Node) => boolean} isWanted
 * @returns {Node[]}
 */
function find(tree, isWanted) {
  if (tree === null || typeof tree !== "object") return [];
  return isWanted(tree) ? [tree] : Object.values(tree).flatMap((part) => find(part, isWanted));
}

/**
 * @param {string} text
 * @param {Template} template
 */
function write(text, { quasi }) {
  const { quasis, expressions } = quasi;
  const blanks = expressions.map((expression, index) => {
    const [start, end] = [quasis[index].end + 2, quasis[index + 1].start - 1];
    const inner = findTemplates(expression).sort((one, other) => other.start - one.start);
    const code = inner.reduce((found, node) => {
      return found.slice(0, node.start - start) + write(text, node) + found.slice(node.end - start);
    }, text.slice(start, end));
    return new Blank(code);
  });
  const strings = quasis.map(({ value }) => value.cooked);
  return writeChild(html(strings, ...blanks));
}

/** @param {unknown} child */
function writeChild(child) {
  if (child instanceof Blank) return child.code;
  if (Array.isArray(child)) return `[${child.map(writeChild).join()}]`;
  if (child?.props === undefined) return JSON.stringify(child);
  const { type, key, ref, props } = child;
  const { children = [], ...others } = props;
  const given = { ...(key === undefined ? {} : { key }), ...(ref === undefined ? {} : { ref }), ...others };
  const written = [].concat(children).map(writeChild);
  return `html(${[writeChild(type), writeProps(given), ...written].join()})`;
}

/** @param {Record<string, unknown>} props */
function writeProps(props) {
  const entries = Object.entries(props);
  if (entries.length === 0) return "null";
  const written = entries.map(([name, value]) =>
    codes.has(name) ? `...${codes.get(name)}` : `${JSON.stringify(name)}:${writeValue(value)}`,
  );
  return `{${written.join()}}`;
}

/** @param {unknown} value */
function writeValue(value) {
  if (value instanceof Blank) return value.code;
  if (typeof value !== "string" || !value.includes("\0")) return JSON.stringify(value);
  const parts = value.split(NAME).filter(Boolean);
  const written = parts.map((part) => (codes.has(part) ? `(${codes.get(part)})` : JSON.stringify(part)));
  return ['""', ...written].join("+");
}
