// Decides quickly whether a message has the shape that nearly all messages have. The SDK's schemas check only the
// others. The module imports only types, because the first message arrives before the SDK is loaded.
// Invariants:
// - A message that counts as plain here would be accepted by the SDK's schemas, and means the same without them (a test
//   compares).

import type { JSONRPCRequest } from "@modelcontextprotocol/sdk/types.js";

/** The method of calls of tools. */
export const CALL_METHOD = "tools/call";

/** The SDK's name for the task that a message belongs to. The SDK would have to be loaded for such a message. */
const RELATED_TASK = "io.modelcontextprotocol/related-task";

/** The tool and the arguments of a call. */
export interface PlainCall {
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
}

type Fields = Readonly<Record<string, unknown>>;

/** Whether a parsed line is a request without anything unusual. */
export function isPlainRequest(value: unknown): value is JSONRPCRequest {
  if (!isObject(value) || value.jsonrpc !== "2.0" || typeof value.method !== "string" || !isToken(value.id))
    return false;
  let fields = 3;
  if (value.params !== undefined) {
    if (!isObject(value.params) || !isPlainMeta(value.params._meta)) return false;
    fields++;
  }
  return Object.keys(value).length === fields;
}

/** The call that a plain request makes; null for any other request, and for a call with further demands. */
export function plainCall({ method, params }: JSONRPCRequest): PlainCall | null {
  if (method !== CALL_METHOD || params === undefined || params.task !== undefined) return null;
  const { name, arguments: values = {} } = params as Fields;
  return typeof name === "string" && isObject(values) && isPlainMeta(params._meta) ? { name, values } : null;
}

function isPlainMeta(meta: unknown): boolean {
  if (meta === undefined) return true;
  if (!isObject(meta) || meta[RELATED_TASK] !== undefined) return false;
  return meta.progressToken === undefined || isToken(meta.progressToken);
}

function isToken(value: unknown): boolean {
  return typeof value === "string" || Number.isSafeInteger(value);
}

/** Whether a JSON value is an object. */
export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
