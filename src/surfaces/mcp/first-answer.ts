// The answer to `initialize` before the SDK is loaded, which takes three times as long as all else a server does until
// then. The SDK gets the request too, later, and its answer is left out (see line-transport.ts): it is the same (a test
// compares).
// Invariant: answered is only a request that the SDK would accept for certain; any other is left to it, and
// nothing of the input is lost.

import { CAPABILITIES, INSTRUCTIONS, PROTOCOL_VERSIONS, SERVER_INFO } from "./identity.ts";
import type { KeptInput } from "./kept-input.ts";
import type { TransportState } from "./line-transport.ts";
import { isObject, isPlainRequest } from "./message-shape.ts";

/** How long a client may take for its first message, in milliseconds, before the rest is loaded all the same. */
const FIRST_LINE_MS = 5;

const CLIENT_FIELDS = ["name", "title", "version", "websiteUrl", "description"];
const CLIENT_CAPABILITIES = ["roots", "sampling", "elicitation", "experimental"];

/**
 * Answers the first line of the input if it is a plain `initialize`; returns what the transport has to know of that, or
 * null.
 */
export async function answerFirst(input: KeptInput, write: (text: string) => unknown): Promise<TransportState | null> {
  const line = await input.firstLine(FIRST_LINE_MS);
  const request = line === null ? null : parsed(line);
  const result = initializeResult(request);
  if (result === null || !isPlainRequest(request)) return null;
  input.dropFirstLine();
  write(`${JSON.stringify({ result, jsonrpc: "2.0", id: request.id })}\n`);
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

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function isPlainClient(client: unknown): boolean {
  if (!isObject(client) || client.name === undefined || client.version === undefined) return false;
  return Object.entries(client).every(([field, value]) => CLIENT_FIELDS.includes(field) && typeof value === "string");
}

/** Whether they say no more than what there is: `{ "roots": { "listChanged": true }, "elicitation": {} }`. */
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
