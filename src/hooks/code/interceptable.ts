// Which calls of the client's tools may be answered from the index of the code: a look that costs nothing.

import { type HookEvent, textOf } from "../common/hook-event.ts";
import type { HookType } from "../common/hook-types.ts";

const WORDS_MIN = 3;
/** A word of a language, not an expression. */
const WORD = /^[\p{L}\p{N}][\p{L}\p{N}_'-]*$/u;

/** What a call asks for that may be answered otherwise. */
export type Interceptable =
  | { readonly kind: "read"; readonly path: string }
  /** `folder`: where it searches; "" where the call does not say it. */
  | { readonly kind: "search"; readonly words: string; readonly folder: string };

/** A read of a whole file, or a search for several words; null for any other call. */
export function interceptable(type: HookType, { toolName, toolInput }: HookEvent): Interceptable | null {
  if (type !== "ambient") return null;
  const given = (name: string) => toolInput[name] !== undefined && toolInput[name] !== null && toolInput[name] !== "";
  if (toolName === "Read") {
    const path = textOf(toolInput, "file_path");
    return path.startsWith("/") && !["offset", "limit", "pages"].some(given) ? { kind: "read", path } : null;
  }
  if (toolName !== "Grep" || ["glob", "type", "multiline"].some(given)) return null;
  const words = textOf(toolInput, "pattern").trim();
  const all = words.split(/\s+/);
  const isText = all.length >= WORDS_MIN && all.every((word) => WORD.test(word));
  return isText ? { kind: "search", words, folder: textOf(toolInput, "path") } : null;
}
