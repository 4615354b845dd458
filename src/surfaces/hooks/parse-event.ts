// The event that a client sends to a hook.

import { decodeUtf8 } from "../../base/utf8.ts";

/** The event as parsed JSON; null when it is no JSON object. */
export function parseEvent(bytes: Uint8Array): object | null {
  try {
    const value: unknown = JSON.parse(decodeUtf8(bytes));
    return typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
