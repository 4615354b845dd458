// Embeds what has no vectors yet, a bounded piece at a time: what was embedded stays when a later piece fails.
// Invariants:
// - Only masked texts are embedded, and hashed.
// - A text is embedded once, wherever it stands, and again only under another model.

import { HelixError } from "../../base/errors.ts";
import { decodeUtf8, encodeUtf8 } from "../../base/utf8.ts";
import { counted } from "../../base/wording.ts";
import { withoutTerminalSequences } from "../text/controls.ts";
import { type Embedder, RefusedTexts } from "./embedder.ts";
import type { VectorStore } from "./vector-store.ts";

/** So much of a text is embedded, in bytes: what models read at once, in about. */
export const TEXT_BYTES_MAX = 6000;
/** A text that the server refused is offered once more with so many bytes. */
const SHORT_BYTES = 1200;
/** So many texts are embedded before they are saved. */
const PIECE_TEXTS = 256;
/** After so many refusals in one piece the server is taken to refuse everything. */
const REFUSALS_MAX = 32;

/** Something with texts, as a file with its chunks. */
export interface Listed {
  /** Names it, and its content. */
  readonly key: bigint;
  /** Its texts; null where they cannot be read now. */
  texts(): readonly string[] | null | Promise<readonly string[] | null>;
}

export interface EmbedPorts {
  readonly embedder: Embedder;
  /** Takes credentials out of a text. */
  readonly mask: (text: string) => string;
  readonly signal?: AbortSignal | undefined;
  /** How many of what was listed are done. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** Lets others have their turn. */
  readonly takeTurn: () => Promise<void>;
}

/** What a text is embedded as. Colours within a credential would hide it. */
export function embeddedText(text: string, mask: EmbedPorts["mask"]): string {
  return cutToBytes(mask(withoutTerminalSequences(text)), TEXT_BYTES_MAX).trim();
}

/** The key of a text as it is embedded; 0n for none. */
export function textKey(text: string): bigint {
  return text === "" ? 0n : Bun.hash.xxHash3(text) || 1n;
}

/**
 * Embeds all of `listed` that the store does not list. Returns "busy" while another process does, "full" when the file
 * has no room. Throws what the embedder and the disk throw, and CANCELLED.
 */
export async function embedMissing(
  store: VectorStore,
  listed: readonly Listed[],
  ports: EmbedPorts,
): Promise<"done" | "busy" | "full"> {
  store.refresh();
  if (listed.every(({ key }) => store.list(key) !== null)) return "done";
  const lock = store.lock();
  if (lock === "taken") return "busy";
  try {
    store.refresh();
    const missing = listed.filter(({ key }) => store.list(key) === null);
    const keys = new Set(listed.map(({ key }) => key));
    store.compact((key) => keys.has(key));
    for (let at = 0; at < missing.length; ) {
      if (store.isFull) return "full";
      at = await embedPiece(store, missing, at, ports);
      ports.onProgress?.(at, missing.length);
    }
    return "done";
  } finally {
    lock.release();
  }
}

/** Embeds some of `missing` from `at` on, and saves them. Returns where to go on. */
async function embedPiece(
  store: VectorStore,
  missing: readonly Listed[],
  at: number,
  ports: EmbedPorts,
): Promise<number> {
  const texts = new Map<bigint, string>();
  const lists = new Map<bigint, bigint[]>();
  let next = at;
  while (next < missing.length && texts.size < PIECE_TEXTS) {
    throwIfAborted(ports.signal);
    const { key, texts: read } = missing[next]!;
    next++;
    const given = await read();
    if (given !== null) {
      const own = given.map((text) => embeddedText(text, ports.mask));
      const keys = own.map(textKey);
      lists.set(key, keys);
      for (const [place, text] of own.entries())
        if (text !== "" && !store.has(keys[place]!)) texts.set(keys[place]!, text);
    }
    await ports.takeTurn();
  }
  const vectors = await embedAll(texts, ports);
  const [first] = vectors.values();
  if (first !== undefined && store.dimensions > 0 && first.length !== store.dimensions) {
    throw new HelixError(
      "IO",
      `${ports.embedder.model} now gives vectors of ${counted(first.length, "number", "numbers")}, those kept have ${store.dimensions}: is it another model? Removed, they are made anew: ${store.path}`,
    );
  }
  store.append({ vectors, lists });
  return next;
}

/** The vectors of texts by key, without those that the server refuses however short. */
async function embedAll(texts: ReadonlyMap<bigint, string>, ports: EmbedPorts): Promise<Map<bigint, Float32Array>> {
  const found = new Map<bigint, Float32Array>();
  let refusals = 0;
  const embed = async (entries: readonly (readonly [bigint, string])[]): Promise<void> => {
    if (entries.length === 0) return;
    try {
      const { signal } = ports;
      const vectors = await ports.embedder.embed(
        entries.map(([, text]) => text),
        { signal },
      );
      for (const [place, [key]] of entries.entries()) found.set(key, vectors[place]!);
    } catch (error) {
      if (!(error instanceof RefusedTexts)) throw error;
      refusals++;
      if (refusals > REFUSALS_MAX) throw error.cause ?? error;
      const half = entries.length >> 1;
      if (half > 0) {
        await embed(entries.slice(0, half));
        await embed(entries.slice(half));
        return;
      }
      const [key, text] = entries[0]!;
      const short = cutToBytes(text, SHORT_BYTES);
      if (short !== text) await embed([[key, short]]);
    }
  };
  await embed([...texts]);
  // A server that takes none of them has not refused texts.
  if (found.size === 0 && texts.size > 1)
    throw new HelixError("IO", `${ports.embedder.model} takes none of ${texts.size} texts`);
  return found;
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new HelixError("CANCELLED", "cancelled");
}

function cutToBytes(text: string, most: number): string {
  const bytes = encodeUtf8(text);
  return bytes.length <= most ? text : decodeUtf8(bytes.subarray(0, most)).replace(/\uFFFD+$/, "");
}
