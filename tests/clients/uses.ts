// What an application written in TypeScript does with the generated types; the compiler must agree to every line.

import { type FragmentType, useFragment } from "./client";
import {
  DealDocument,
  GamesDocument,
  LiveTableFragmentDoc,
  LookDocument,
  OpenDocument,
  PlayDocument,
  TroubleFragmentDoc,
  WatchDocument,
} from "./client/graphql";
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";

declare function execute<Result, Variables>(
  document: TypedDocumentNode<Result, Variables>,
  variables: Variables,
): Promise<Result>;

export async function titles(): Promise<string[]> {
  const { games } = await execute(GamesDocument, {});
  return games.map((game) => `${game.title} (${game.minSeats}–${game.maxSeats})`);
}

export async function open(game: string, seats: number): Promise<string> {
  const { createSession } = await execute(OpenDocument, { input: { game, seats } });
  if (createSession.__typename === "SessionCreated") return createSession.session.id;
  throw new Error(useFragment(TroubleFragmentDoc, createSession).message);
}

export function isOver(table: FragmentType<typeof LiveTableFragmentDoc>): boolean {
  return useFragment(LiveTableFragmentDoc, table).status === "FINISHED";
}

export async function play(
  seen: FragmentType<typeof LiveTableFragmentDoc>,
  move: string,
): Promise<string[]> {
  const { id: sessionId, version: expectedVersion, head: expectedHead } = useFragment(LiveTableFragmentDoc, seen);
  const input = { sessionId, move, expectedVersion, expectedHead };
  const { applyMove } = await execute(PlayDocument, { input });
  switch (applyMove.__typename) {
    case "MoveApplied":
      return [`version ${applyMove.version}`];
    case "IllegalMove":
      return applyMove.legalMoves.map((legal) => legal.label);
    case "StaleVersion":
      return [`version ${applyMove.currentVersion}`];
    default:
      return [];
  }
}

export async function refuse(): Promise<void> {
  // @ts-expect-error: an id is asked for
  await execute(LookDocument, {});
  // @ts-expect-error: a number of seats is a number
  await execute(DealDocument, { input: { game: "zeven", seats: "two" } });
  // @ts-expect-error: there is no such field
  (await execute(LookDocument, { id: "x" })).session?.price;
}

export type Frame = NonNullable<(typeof WatchDocument)["__apiType"]>;
