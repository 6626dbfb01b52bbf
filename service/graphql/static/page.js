"use strict";

// The page is served at the endpoint itself; subscriptions use the same path.
const endpoint = new URL(location.pathname, location.href);
const subscriptions = new URL(endpoint);
subscriptions.protocol = location.protocol === "https:" ? "wss:" : "ws:";

const defaultQuery = `# Welcome to Croupier.
# Press play (Ctrl-Enter) to list the games.
#
# To act as a seat, put its token into "Headers":
#   {"Authorization": "Bearer SEAT-TOKEN"}
# Subscriptions send it too.
#
# The others are at a table: put what they ask for into "Variables", and press play to choose one of them. A move names
# the version and the head that "Look" has told.

query Games {
  games {
    id
    title
    summary
    minSeats
    maxSeats
  }
}

query Look($session: ID!) {
  session(id: $session) {
    version
    head
    view {
      turn
      legalMoves {
        notation
        label
      }
    }
  }
}

mutation Move($session: ID!, $move: String!, $version: Int!, $head: String!) {
  applyMove(input: {sessionId: $session, move: $move, expectedVersion: $version, expectedHead: $head}) {
    ... on MoveApplied {
      version
      head
      events {
        sentence
      }
    }
    # Without this, the answer to a refused move is {}, as that of "MoveBlindly" is.
    ... on Problem {
      code
      message
    }
    ... on IllegalMove {
      legalMoves {
        notation
      }
    }
  }
}

mutation MoveBlindly($session: ID!, $move: String!) {
  applyMove(input: {sessionId: $session, move: $move}) {
    ... on MoveApplied {
      version
    }
  }
}
`;

// The headers of the editor also become the payload of connection_init.
const fetcher = GraphiQL.createFetcher({
  url: endpoint.href,
  subscriptionUrl: subscriptions.href,
  enableIncrementalDelivery: false,
});

// A seat token is a secret. GraphiQL would write the headers of past queries to the browser's storage; this does not.
const storage = {
  get length() {
    return localStorage.length;
  },
  getItem: (key) => localStorage.getItem(key),
  removeItem: (key) => localStorage.removeItem(key),
  clear: () => localStorage.clear(),
  setItem: (key, value) => localStorage.setItem(key, /:(queries|favorites)$/.test(key) ? withoutHeaders(value) : value),
};

function withoutHeaders(json) {
  return JSON.stringify(JSON.parse(json), (key, value) => (key === "headers" ? "" : value));
}

ReactDOM.createRoot(document.getElementById("graphiql")).render(
  React.createElement(GraphiQL, {
    fetcher,
    defaultQuery,
    isHeadersEditorEnabled: true,
    shouldPersistHeaders: false,
    showPersistHeadersSettings: false,
    storage,
    defaultEditorToolsVisibility: "headers",
  }),
);
