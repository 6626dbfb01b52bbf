// Ask over Apollo Client with its link for persisted queries: by POST or, where `get` is given, by GET. What it prints:
// for each request its method, whether it carried the document, and the status of its answer; at the end the answers.

import { createHash } from "node:crypto";
import { ApolloClient, ApolloLink, HttpLink, InMemoryCache, gql } from "@apollo/client/core";
import { PersistedQueryLink } from "@apollo/client/link/persisted-queries";
import { given, tell } from "./table.mjs";

const requests = [];

async function note(url, options) {
  const carried = options.method === "GET" ? new URL(url).searchParams.has("query") : "query" in JSON.parse(options.body);
  const answer = await fetch(url, options);
  requests.push([options.method, carried, answer.status]);
  return answer;
}

const persisted = new PersistedQueryLink({
  sha256: (text) => createHash("sha256").update(text).digest("hex"),
  useGETForHashedQueries: Boolean(given.get),
});
const link = ApolloLink.from([persisted, new HttpLink({ uri: given.url, fetch: note })]);
const client = new ApolloClient({ link, cache: new InMemoryCache() });

const answers = [];
for (const variables of given.variables) {
  answers.push((await client.query({ query: gql(given.document), variables, fetchPolicy: "no-cache" })).data);
}
tell({ requests, answers });
