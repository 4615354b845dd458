// Whether a message has the shape that nearly all have, told by a glance: the SDK's schemas are asked only about the
// others. Imports nothing, for the first message comes before the SDK is loaded.
// Invariant: what is said to be plain
// here is accepted by those schemas, and means the same without them (a test compares).

import type { JSONRPCRequest } from "@modelcontextprotocol/sdk/types.js";

/** The method of calls of tools. */
export const CALL_METHOD = "tools/call";

/** The SDK's name for the task that a message belongs to, which would have to be loaded for it. */
const RELATED_TASK = "io.modelcontextprotocol/related-task";

/** What a call of a tool asks for. */
export interface PlainCall {
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
}

type Fields = Readonly<Record<string, unknown>>;

/** Whether a line of JSON is a request without anything unusual. */
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

/** The call that a plain request is; null for any other request, and for a call that asks for more. */
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

/** Whether a value of JSON is an object. */
export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
