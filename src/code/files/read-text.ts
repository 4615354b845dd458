// Reads a listed file as text, within bounds.

import type { SourceFacts, SourceFiles } from "../../platform/source-files.ts";
import { contentFlaw } from "./content-flaw.ts";
import { FILE_BYTES_MAX, type Unread, unreadBecause } from "./unread-names.ts";

/** A text, or why there is none. Bytes that are not UTF-8 become U+FFFD. */
export type TextOutcome =
  | {
      readonly text: string;
      /** The content, and what the system said of the file before it was read. */
      readonly bytes: Uint8Array;
      readonly facts: SourceFacts;
      /** Whether the file is another than the facts that were given say. */
      readonly isChanged: boolean;
    }
  | { readonly failed: Unread | "missing" | "unreadable" };

/** Whether the system says the same of a file as before. */
export function sameFacts(a: SourceFacts, b: SourceFacts): boolean {
  return a.size === b.size && a.modifiedMs === b.modifiedMs && a.changedMs === b.changedMs && a.inode === b.inode;
}

const hashed = new Float64Array(4);

/** What the system says of a file as one number of 64 bits. */
export function factsHash({ size, modifiedMs, changedMs, inode }: SourceFacts): bigint {
  hashed[0] = size;
  hashed[1] = modifiedMs;
  hashed[2] = changedMs;
  hashed[3] = inode;
  return Bun.hash.xxHash3(hashed);
}

/**
 * Reads a file of the tree at `root`, a path without links. `isAsked` says that somebody asked for this very file: it
 * is then read although its name or its content says that a machine made it. Credentials are never read. Never throws.
 */
export function readText(
  root: string,
  file: { readonly path: string; readonly facts?: SourceFacts },
  sources: SourceFiles,
  isAsked = false,
): TextOutcome {
  const unread = unreadBecause(file.path, file.facts?.size ?? 0);
  if (unread === "secret" || (unread !== null && !isAsked)) return { failed: unread };
  const outcome = sources.read(`${root}/${file.path}`, FILE_BYTES_MAX, root);
  if ("failed" in outcome) return outcome;
  const { bytes, facts } = outcome;
  // A byte order mark is no part of the text.
  const text = new TextDecoder().decode(bytes);
  const flaw = contentFlaw(bytes, text);
  if (flaw === "binary" || (flaw !== null && !isAsked)) return { failed: flaw };
  return { text, bytes, facts, isChanged: file.facts !== undefined && !sameFacts(file.facts, facts) };
}
