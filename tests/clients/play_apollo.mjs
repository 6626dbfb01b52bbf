// Play over Apollo Client: queries and mutations by its HTTP link, subscriptions by the same, as multipart answers.

import { ApolloClient, HttpLink, InMemoryCache, gql } from "@apollo/client/core";
import { given, headers, playAndWatch, tell } from "./table.mjs";

const clients = new Map();

function clientOf(token) {
  if (!clients.has(token)) {
    const link = new HttpLink({ uri: given.url, headers: headers(token) });
    clients.set(token, new ApolloClient({ link, cache: new InMemoryCache() }));
  }
  return clients.get(token);
}

async function ask(text, variables, token) {
  const client = clientOf(token);
  const { data } = text.startsWith("mutation")
    ? await client.mutate({ mutation: gql(text), variables, fetchPolicy: "no-cache" })
    : await client.query({ query: gql(text), variables, fetchPolicy: "no-cache" });
  return data;
}

async function* watch(text, variables, token) {
  const told = [];
  let wake;
  let over = false;
  const tellOf = (next) => (told.push(next), wake?.());
  clientOf(token)
    .subscribe({ query: gql(text), variables, fetchPolicy: "no-cache" })
    .subscribe({
      next: ({ data, error }) => tellOf(error ? { error } : { data }),
      error: (error) => tellOf({ error }),
      complete: () => ((over = true), wake?.()),
    });
  while (told.length > 0 || !over) {
    if (told.length === 0) await new Promise((resolve) => (wake = resolve));
    const next = told.shift();
    if (next?.error) throw next.error;
    if (next) yield next.data;
  }
}

tell(await playAndWatch(ask, watch));
