// A client of the REST API, written against the types that openapi-typescript makes of openapi.json.
import type { components, operations, paths } from "./rest";

type Session = components["schemas"]["Session"];
type Create = paths["/v1/sessions"]["post"]["requestBody"]["content"]["application/json"];
type Created = paths["/v1/sessions"]["post"]["responses"][201]["content"]["application/json"];
type Moved = operations["applyMove"]["responses"][200]["content"]["application/json"];

export const wish: Create = { game: "zeven", seats: 2, moveSeconds: 30 };

export function summary(created: Created): string {
  const session: Session = created.session;
  return `${session.id} ${session.status} ${created.joinLinks.map((link) => link.code).join()}`;
}

export function hidden(session: Session): number {
  const zones = session.view?.zones ?? [];
  return zones.flatMap((zone) => zone.cards).filter((card) => card === null).length;
}

export function told(moved: Moved): string[] {
  return moved.events.map((event) => `${event.from ?? "nowhere"}: ${event.sentence}`);
}

// @ts-expect-error The number of seats is a number.
export const wrong: Create = { game: "zeven", seats: "2" };
