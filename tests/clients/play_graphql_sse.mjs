// Play over graphql-sse, which accepts nothing but event streams, for queries and mutations too.

import { createClient } from "graphql-sse";
import { given, headers, playAndWatch, tell } from "./table.mjs";

async function* results(query, variables, token) {
  const client = createClient({ url: given.url, headers: headers(token), retryAttempts: 0 });
  for await (const { data, errors } of client.iterate({ query, variables })) {
    if (errors) throw new Error(JSON.stringify(errors));
    yield data;
  }
}

async function ask(query, variables, token) {
  for await (const data of results(query, variables, token)) return data;
}

tell(await playAndWatch(ask, results));
