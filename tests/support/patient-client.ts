// The protocol's own client with more timeout scale than it has by default: an index is built by the thread that comes
// last, so on a busy machine an answer may take a while, and that is no failure.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";

/** How long it waits for an answer, in milliseconds: a little less than a test may take. */
const ANSWER_MS_MAX = 240_000;

export function patientClient(): Client {
  const client = new Client({ name: "helix-tests", version: "1.0.0" });
  const request = client.request.bind(client);
  client.request = ((message, schema, options) =>
    request(message, schema, { timeout: ANSWER_MS_MAX, ...options })) as Client["request"];
  return client;
}
