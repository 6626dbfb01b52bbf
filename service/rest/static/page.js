"use strict";

const STREAM_SECONDS = 3;

SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  filter: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  // A seat token is a secret: it is gone when the page is left.
  persistAuthorization: false,
  // No other host gets to see the document, and no link chooses another one.
  validatorUrl: null,
  queryConfigEnabled: false,
  requestInterceptor: (request) => Object.assign(request, { userFetch: fetchStart, credentials: "omit" }),
});

// Swagger UI shows a response when it has ended, and a stream does not end: show what arrives within some seconds.
async function fetchStart(address, options) {
  const ending = new AbortController();
  const response = await fetch(address, { ...options, signal: ending.signal });
  const type = response.headers.get("Content-Type") ?? "";
  if (!/event-stream|ndjson/.test(type)) return response;
  setTimeout(() => ending.abort(), STREAM_SECONDS * 1000);
  return new Response(await readUntilItEnds(response), response);
}

async function readUntilItEnds(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
  } catch (error) {
    if (error.name !== "AbortError") throw error;
  }
  return text;
}
