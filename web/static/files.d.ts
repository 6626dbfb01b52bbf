// What the page's modules use besides modules. A style is its text, as web/build.mjs packs it.

declare module "*.css" {
  const text: string;
  export default text;
}

/** An event of a field, as the handlers of that field get it. */
interface Typed extends Event {
  readonly currentTarget: HTMLInputElement;
}

interface Chosen extends Event {
  readonly currentTarget: HTMLSelectElement;
}

// What a service worker hears. The types of the platform are either those of pages or those of workers.

interface ExtendableEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

declare function addEventListener(name: "install" | "activate", hear: (event: ExtendableEvent) => void): void;
declare function addEventListener(name: "fetch", hear: (event: FetchEvent) => void): void;
