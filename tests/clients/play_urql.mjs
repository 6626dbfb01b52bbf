// Play over urql: queries and mutations by its fetch exchange, subscriptions by the same, as event streams.

import { cacheExchange, createClient, fetchExchange } from "@urql/core";
import { toAsyncIterable } from "wonka";
import { given, headers, playAndWatch, tell } from "./table.mjs";

const clients = new Map();

function clientOf(token) {
  if (!clients.has(token)) {
    const fetchOptions = { headers: headers(token) };
    const exchanges = [cacheExchange, fetchExchange];
    const fresh = { requestPolicy: "network-only", preferGetMethod: false, fetchSubscriptions: true };
    clients.set(token, createClient({ url: given.url, exchanges, fetchOptions, ...fresh }));
  }
  return clients.get(token);
}

async function ask(query, variables, token) {
  const way = query.startsWith("mutation") ? "mutation" : "query";
  const { data, error } = await clientOf(token)[way](query, variables).toPromise();
  if (error) throw error;
  return data;
}

async function* watch(query, variables, token) {
  for await (const { data, error, hasNext } of toAsyncIterable(clientOf(token).subscription(query, variables))) {
    if (error) throw error;
    if (!hasNext) return; // at the end, urql tells of the last result again
    yield data;
  }
}

tell(await playAndWatch(ask, watch));
