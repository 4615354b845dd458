// The client of servers that speak OpenAI's protocol. It takes nothing from the environment that the package would read
// by itself, and tries nothing again: that is decided here.

import { OpenAI } from "openai";
import type { ServerRequest } from "./request.ts";
import { shownAddress } from "./server-address.ts";

/** The package wants a key; a request of a server without one goes out without it (request.ts). */
const NO_KEY = "none";

/** A client of the server at `url`; `key` null: it wants none. Each request goes through `fetch`. */
export function openaiClient(
  url: Parameters<typeof shownAddress>[0],
  key: string | null,
  fetch: ServerRequest["fetch"],
): OpenAI {
  return new OpenAI({
    apiKey: key ?? NO_KEY,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: shownAddress(url),
    fetch,
    maxRetries: 0,
    logLevel: "off",
  });
}
