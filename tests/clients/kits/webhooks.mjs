// Requests that a receiver gets, in every form in which a platform hands them over, and what the kit says of each.

import { deepStrictEqual } from "node:assert";

const { kit, requests } = JSON.parse(process.argv[2]);
const { InvalidWebhook, verifyWebhook } = await import(kit);

/** Return the notice, or the code of the refusal; of any other error its name. */
const tell = (request, body, headers) =>
  verifyWebhook(body, headers, request.secrets, { now: 1000 * request.now, tolerance: 1000 * request.tolerance }).catch(
    (error) => (error instanceof InvalidWebhook ? error.code : error.name),
  );

const outcomes = requests.map(async (request) => {
  const body = Buffer.from(request.body, "base64");
  const bodies = [body, new Uint8Array(body), new Uint8Array(body).buffer];
  if (Buffer.from(body.toString()).equals(body)) bodies.push(body.toString());
  const headers = [request.headers, new Headers(request.headers), new Map(Object.entries(request.headers))];
  const told = await Promise.all(bodies.flatMap((one) => headers.map((other) => tell(request, one, other))));
  for (const one of told) deepStrictEqual(one, told[0]);
  return told[0];
});
console.log(JSON.stringify(await Promise.all(outcomes)));
