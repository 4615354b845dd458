// Answers `initialize` before the SDK is loaded, since loading takes three times as long as all else that a server does
// until then. Later the SDK gets the request too, and its answer is not sent (see line-transport.ts): it is the same (a
// test compares).
//
// Clients of the protocol since 2026-07-28 first ask `server/discover` whether the server speaks a version without
// `initialize`. This server does not, and the protocol has such a server answer with an error. A result, whatever
// versions it names, would keep those clients from sending `initialize`.
// Invariants:
// - Only a request that the SDK would certainly accept, or the question above, is answered. Others are left to the SDK.
// - Nothing of the input is lost.

import { CAPABILITIES, INSTRUCTIONS, PROTOCOL_VERSIONS, SERVER_INFO } from "./identity.ts";
import type { KeptInput } from "./kept-input.ts";
import type { TransportState } from "./line-transport.ts";
import { readLine, writeLine } from "./message-line.ts";
import { isObject, isPlainRequest } from "./message-shape.ts";

/** How long the server waits for the client's first message, in milliseconds, before it loads the rest anyway. */
const FIRST_LINE_MS = 5;

const CLIENT_FIELDS = ["name", "title", "version", "websiteUrl", "description"];
const CLIENT_CAPABILITIES = ["roots", "sampling", "elicitation", "experimental"];

/** The question of a client whether `initialize` is needed, and the answer that it is. */
const QUESTION = "server/discover";
const METHOD_NOT_FOUND = { code: -32601, message: "Method not found" };

/**
 * Answers the first line of the input if it is a plain `initialize`, also where the question above comes first. Returns
 * the state with which the transport goes on, or null.
 */
export async function answerFirst(input: KeptInput, write: (text: string) => unknown): Promise<TransportState | null> {
  const answer = (id: string | number, said: object) => {
    input.dropFirstLine();
    write(writeLine({ ...said, jsonrpc: "2.0", id }));
  };
  let request = parsed(await input.firstLine(FIRST_LINE_MS));
  if (isPlainRequest(request) && request.method === QUESTION) {
    answer(request.id, { error: METHOD_NOT_FOUND });
    request = parsed(await input.firstLine(FIRST_LINE_MS));
  }
  const result = initializeResult(request);
  if (result === null || !isPlainRequest(request)) return null;
  answer(request.id, { result });
  return { initialize: request, isInitialized: false, isSkipping: false, unread: new Uint8Array(0) };
}

/** The result of a plain `initialize`; null for anything else. */
export function initializeResult(request: unknown): object | null {
  if (!isPlainRequest(request) || request.method !== "initialize" || request.params === undefined) return null;
  const { protocolVersion: asked, capabilities, clientInfo, ...rest } = request.params;
  if (typeof asked !== "string" || Object.keys(rest).length > 0) return null;
  if (!isPlainClient(clientInfo) || !arePlainCapabilities(capabilities)) return null;
  const protocolVersion = PROTOCOL_VERSIONS.includes(asked) ? asked : PROTOCOL_VERSIONS[0];
  return { protocolVersion, capabilities: CAPABILITIES, serverInfo: SERVER_INFO, instructions: INSTRUCTIONS };
}

function parsed(line: string | null): unknown {
  if (line === null) return null;
  try {
    return readLine(line);
  } catch {
    return null;
  }
}

function isPlainClient(client: unknown): boolean {
  if (!isObject(client) || client.name === undefined || client.version === undefined) return false;
  return Object.entries(client).every(([field, value]) => CLIENT_FIELDS.includes(field) && typeof value === "string");
}

/**
 * Whether the capabilities hold nothing but known fields, e.g. `{ "roots": { "listChanged": true }, "elicitation": {}
 * }`.
 */
function arePlainCapabilities(capabilities: unknown): boolean {
  if (!isObject(capabilities)) return false;
  return Object.entries(capabilities).every(([name, value]) => {
    if (!CLIENT_CAPABILITIES.includes(name) || !isObject(value)) return false;
    const { listChanged = true, ...rest } = value;
    return (
      Object.keys(rest).length === 0 &&
      (name === "roots" ? typeof listChanged === "boolean" : value.listChanged === undefined)
    );
  });
}
