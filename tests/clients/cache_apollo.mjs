// Keep a session in the cache of Apollo Client as more than one viewer sees it; print what the cache has in the end.

import { ApolloClient, HttpLink, InMemoryCache, gql } from "@apollo/client/core";
import { given, headers, keepApart, tell } from "./table.mjs";

const cache = new InMemoryCache({ typePolicies: { Session: { keyFields: ["viewId"] } } });
const client = new ApolloClient({ link: new HttpLink({ uri: given.url }), cache });

async function ask(text, variables, token) {
  const context = { headers: headers(token) };
  const { data } = text.startsWith("mutation")
    ? await client.mutate({ mutation: gql(text), variables, context })
    : await client.query({ query: gql(text), variables, context, fetchPolicy: "network-only" });
  return data;
}

tell(await keepApart(ask, (text, variables) => client.readQuery({ query: gql(text), variables })));
