// Keep a session in urql's normalized cache as more than one viewer sees it; print what the cache has in the end.

import { createClient, fetchExchange } from "@urql/core";
import { cacheExchange } from "@urql/exchange-graphcache";
import { given, headers, keepApart, tell } from "./table.mjs";

const exchange = cacheExchange({ keys: { Session: (session) => session.viewId } });
const client = createClient({ url: given.url, exchanges: [exchange, fetchExchange], preferGetMethod: false });

async function ask(text, variables, token) {
  const way = text.startsWith("mutation") ? "mutation" : "query";
  const context = { fetchOptions: { headers: headers(token) }, requestPolicy: "network-only" };
  const { data, error } = await client[way](text, variables, context).toPromise();
  if (error) throw error;
  return data;
}

tell(await keepApart(ask, (text, variables) => client.readQuery(text, variables, { requestPolicy: "cache-only" }).data));
