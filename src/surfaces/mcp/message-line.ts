// A message as a line of JSON, more forgiving than the SDK's schemas: serialisers write null for what is not given, and
// ids that no number of JavaScript holds.
// Invariants:
// - Within `params`, a null field counts as not given. Within the arguments of a call only their own fields do: what
//   lies deeper is the tool's.
// - A number that names a request or its progress comes back as it was written, and two of them are the same only if
//   they were written the same.
// - Only what may be a request is answered. An object with a method and without an id is a notification, whatever else
//   is wrong with it; an object with a result or an error is an answer.

import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { isObject } from "./message-shape.ts";

type Fields = Record<string, unknown>;

/** The fields that name a request or its progress. */
const NAMES = ["id", "requestId", "progressToken"];
/** Such a field with a number that JavaScript would write in another way. */
const ODD_NUMBER = new RegExp(`"(?:${NAMES.join("|")})"\\s*:\\s*(?!-?[1-9]\\d{0,14}\\s*[,}]|0\\s*[,}])[-\\d]`);
/** Stands in front of the text of such a number, in the string that the server knows it by; no client knows it. */
const WRITTEN = `written ${crypto.randomUUID()} `;
/** The value that JSON.stringify writes as this text. The compiler's library does not know it yet. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

/** Reads a line. Throws SyntaxError for what is not JSON. The value may still be no message. */
export function readLine(text: string): unknown {
  const value: unknown = ODD_NUMBER.test(text) ? parseKeepingNumbers(text) : JSON.parse(text);
  if (!isObject(value) || !("method" in value)) return value;
  const message = value as Fields;
  // A field that a serialiser writes for every kind of message. A null id of a request is refused later.
  for (const field of ["params", "result", "error"]) if (message[field] === null) delete message[field];
  const isNotification = String(message.method).startsWith("notifications/") && message.id === null;
  if (isNotification) delete message.id;
  const { params } = message;
  if (isObject(params)) withoutNulls(params);
  // A notification's list of parameters says nothing that is read.
  else if (isNotification || !("id" in message)) delete message.params;
  return message;
}

/** Whether a value that is no proper message is answered with an error. */
export function mayBeRequest(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0 || value.some(mayBeRequest);
  if (!isObject(value)) return true;
  const hasMethod = typeof value.method === "string";
  if (!hasMethod && ("result" in value || "error" in value)) return false;
  return "id" in value || !hasMethod;
}

/** A message as its line, with ids and tokens as they came. */
export function writeLine(message: JSONRPCMessage | { readonly id: string | number | null }): string {
  const { id, params } = message as { readonly id?: unknown; readonly params?: Fields };
  let sent: object = message;
  if (isWritten(id)) sent = { ...sent, id: asWritten(id) };
  const token = params?.progressToken;
  if (isWritten(token)) sent = { ...sent, params: { ...params, progressToken: asWritten(token) } };
  return `${JSON.stringify(sent)}\n`;
}

/** Parses a line in which a number may name something: it becomes a string that holds the number's text. */
function parseKeepingNumbers(text: string): unknown {
  const found: { readonly holder: Fields; readonly name: string; readonly source: string }[] = [];
  const value = JSON.parse(text, function (this: Fields, name, each: unknown, context?: { readonly source?: string }) {
    if (typeof each === "number" && NAMES.includes(name)) found.push({ holder: this, name, source: context!.source! });
    return each;
  }) as Fields | null;
  const params = value?.params as Fields | null | undefined;
  const naming = [value, params, params?._meta];
  for (const { holder, name, source } of found) {
    const isPlain = Number.isSafeInteger(holder[name]) && String(holder[name]) === source;
    if (naming.includes(holder) && !isPlain) holder[name] = WRITTEN + source;
  }
  return value;
}

function isWritten(id: unknown): id is string {
  return typeof id === "string" && id.startsWith(WRITTEN);
}

function asWritten(id: string): unknown {
  return rawJSON(id.slice(WRITTEN.length));
}

function withoutNulls(fields: Fields, isDeep = true): void {
  // The protocol wants this one of every client.
  if (fields.capabilities === null) fields.capabilities = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value === null) delete fields[name];
    else if (isDeep && isObject(value)) withoutNulls(value as Fields, name !== "arguments");
  }
}
