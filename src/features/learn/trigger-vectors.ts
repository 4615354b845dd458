// The vectors of triggers, where an embedder is configured. They are kept nowhere: what is kept is of whole notes.

import { HelixError, messageOf } from "../../base/errors.ts";
import { loadMask } from "../../code/shown-code.ts";
import { embeddedText } from "../../engine/vectors/embed-missing.ts";
import { RefusedTexts } from "../../engine/vectors/embedder.ts";
import { takingTurns } from "../../notes/store/long-work.ts";
import { readableLines } from "../common/vector-line.ts";
import type { LearnPorts } from "./ports.ts";

/** So many triggers are embedded, and so many in one request. */
export const EMBEDDED_MAX = 1000;
const REQUEST_TEXTS = 64;

/** Vectors by position, and lines on what could not be done. */
export interface TriggerVectors {
  readonly vectors: ReadonlyMap<number, Float32Array>;
  readonly remarks: readonly string[];
}

const NONE: TriggerVectors = { vectors: new Map(), remarks: [] };

/** Embeds triggers. Where that fails, words compare, and a remark says why. Throws CANCELLED only. */
export async function triggerVectors(ports: LearnPorts, triggers: readonly string[]): Promise<TriggerVectors> {
  const embedded = ports.isRehearsed === true ? null : (ports.noteVectors?.() ?? null);
  if (embedded === null || triggers.length < 2) return NONE;
  const mask = await loadMask();
  const turn = takingTurns(ports);
  const texts = triggers.slice(0, EMBEDDED_MAX).map((trigger) => embeddedText(trigger, mask));
  const asked = [...new Set(texts)].filter((text) => text !== "");
  const found = new Map<string, Float32Array>();
  try {
    for (let at = 0; at < asked.length; at += REQUEST_TEXTS) {
      await turn();
      const part = asked.slice(at, at + REQUEST_TEXTS);
      const vectors = await embedded.embed(part, ports.signal);
      part.forEach((text, place) => {
        found.set(text, vectors[place]!);
      });
      ports.onProgress?.({ done: at + part.length, total: asked.length, what: "embedding triggers" });
    }
  } catch (error) {
    if (error instanceof HelixError && error.code === "CANCELLED") throw error;
    if (!(error instanceof HelixError) && !(error instanceof RefusedTexts)) throw error;
    return { ...NONE, remarks: [`compared by words alone: ${messageOf(error)}`] };
  }
  const beyond = triggers.length - texts.length;
  return {
    vectors: new Map(texts.flatMap((text, at) => (found.has(text) ? [[at, found.get(text)!] as const] : []))),
    remarks: [
      ...readableLines(embedded.readableAt),
      ...(beyond > 0
        ? [`at most ${EMBEDDED_MAX} triggers are embedded at once: ${beyond} were compared by words`]
        : []),
    ],
  };
}
