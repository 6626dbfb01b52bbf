// What modules import besides modules, as web/build.mjs packs it: a style is its text, a picture is an address.

declare module "*.css" {
  const text: string;
  export default text;
}

declare module "*.svg" {
  const address: string;
  export default address;
}
