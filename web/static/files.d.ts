// What modules import besides modules, as web/build.mjs packs it: a style is its text.

declare module "*.css" {
  const text: string;
  export default text;
}
