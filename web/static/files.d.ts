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

interface PushEvent extends ExtendableEvent {
  readonly data: { json(): unknown } | null;
}

interface NotificationEvent extends ExtendableEvent {
  readonly notification: Notification;
}

interface SubscriptionEvent extends ExtendableEvent {
  readonly newSubscription?: PushSubscription | null;
}

/** A window of the page, as its service worker sees it. */
interface PageWindow {
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<PageWindow>;
  postMessage(message: unknown, transfer: Transferable[]): void;
}

interface NotificationOptions {
  renotify?: boolean;
}

declare const registration: ServiceWorkerRegistration;
declare const clients: {
  matchAll(which: { type: "window"; includeUncontrolled: boolean }): Promise<PageWindow[]>;
  openWindow(address: string): Promise<PageWindow | null>;
};

declare function addEventListener(name: "install" | "activate", hear: (event: ExtendableEvent) => void): void;
declare function addEventListener(name: "push", hear: (event: PushEvent) => void): void;
declare function addEventListener(name: "notificationclick", hear: (event: NotificationEvent) => void): void;
declare function addEventListener(name: "pushsubscriptionchange", hear: (event: SubscriptionEvent) => void): void;
declare function addEventListener(name: "fetch", hear: (event: FetchEvent) => void): void;
