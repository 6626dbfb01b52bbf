// An application in TypeScript, against the types of the built package.
import { Croupier, type Frame, type MoveOutcome, type Problem, type Snapshot, type Table } from "@croupier/client";
import { useDecision, useMove, useTable } from "@croupier/client/react";
import { InvalidWebhook, verifyWebhook, type Notice, type WebhookCode } from "@croupier/client/webhooks";

export async function sit(storage: Storage): Promise<Table> {
  const croupier = new Croupier("http://localhost:8000", { storage });
  const hosted = await croupier.create({ game: "zeven", seats: 2, public: true });
  return croupier.join(hosted.id, { name: "Ada", code: hosted.joinLinks[0]?.code });
}

export async function lastSentence(table: Table): Promise<string | undefined> {
  let last: Frame | undefined;
  for await (const frame of table.frames()) last = frame;
  return last?.events.at(-1)?.sentence;
}

export function tell(outcome: MoveOutcome): string {
  switch (outcome.kind) {
    case "applied":
      return outcome.events.map((event) => event.sentence).join(" ");
    case "illegal":
      return `${outcome.message} (${outcome.rule?.number})`;
    case "stale":
      return `${outcome.decision?.moves.length} moves of ${outcome.view?.zones.length}`;
    case "tooEarly":
      return `in ${outcome.retryAfterMillis} ms`;
    case "over":
      return outcome.message;
    default: {
      const nothing: never = outcome;
      return nothing;
    }
  }
}

export const watch = (table: Table, show: (snapshot: Snapshot) => void): (() => void) => table.subscribe(show);
export const codeOf = (problem: Problem): string => problem.code;

export function hand(table: Table) {
  const { session } = useTable(table);
  const decision = useDecision(table);
  const { move, pending } = useMove(table);
  return { session, waits: pending !== null, make: () => decision && move(decision.moves[0]!) };
}

export async function receive(request: Request, secrets: readonly string[]): Promise<Notice | WebhookCode> {
  try {
    return await verifyWebhook(await request.arrayBuffer(), request.headers, secrets);
  } catch (error) {
    if (error instanceof InvalidWebhook) return error.code;
    throw error;
  }
}

export function title({ type, seat }: Notice): string {
  switch (type) {
    case "turn.started":
      return `Seat ${seat?.toFixed()} is asked`;
    default:
      return type;
  }
}

// @ts-expect-error A number of seats is a number.
void new Croupier("http://localhost:8000").create({ game: "zeven", seats: "2" });
