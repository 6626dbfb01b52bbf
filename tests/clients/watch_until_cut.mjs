// Watch a session; print a line at the first frame, and then what the client does when the service stops.

import { ApolloClient, HttpLink, InMemoryCache, gql } from "@apollo/client/core";
import { createClient as createSse } from "graphql-sse";
import { createClient as createWs } from "graphql-ws";
import WebSocket from "ws";
import { given, operation, tell } from "./table.mjs";

const request = { query: operation("Watch"), variables: { id: given.id } };
const sink = {
  next: ({ error }) => (error ? tell({ failed: error.name }) : console.log("watching")),
  error: (error) => tell({ failed: error?.name ?? error?.type }),
  complete: () => tell({ completed: true }),
};
const again = () => new Promise(() => tell({ again: true }));

const ways = {
  sse: () => createSse({ url: given.url, retry: again }).subscribe(request, sink),
  ws: () => createWs({ url: given.socketUrl, webSocketImpl: WebSocket, retryWait: again }).subscribe(request, sink),
  apollo: () =>
    new ApolloClient({ link: new HttpLink({ uri: given.url }), cache: new InMemoryCache() })
      .subscribe({ query: gql(request.query), variables: request.variables })
      .subscribe(sink),
};
ways[given.way]();
