// Embeds the notes that have no vector, where an embedder is configured.

import { HelixError, messageOf } from "../../base/errors.ts";
import { loadMask } from "../../code/shown-code.ts";
import { type Access, indexingProgress, takingTurns } from "../../notes/store/long-work.ts";
import type { FeatureContext } from "./feature.ts";
import { readableLines } from "./vector-line.ts";

/**
 * Embeds. Returns lines about what could not be done: what goes wrong keeps nothing else from being done. Throws
 * CANCELLED only.
 */
export async function embedNotes(
  ports: Access<"view"> & Pick<FeatureContext, "noteVectors">,
): Promise<readonly string[]> {
  const vectors = ports.noteVectors?.() ?? null;
  if (vectors === null) return [];
  const { signal, onProgress } = ports;
  const lines = readableLines(vectors.readableAt);
  try {
    const outcome = await vectors.embedMissing(() => ports.base.view(indexingProgress(ports)), {
      mask: await loadMask(),
      signal,
      takeTurn: takingTurns(ports),
      onProgress: (done, total) => onProgress?.({ done, total, what: "embedding notes" }),
    });
    return outcome === "busy" ? [...lines, "another process embeds the notes"] : lines;
  } catch (error) {
    if (error instanceof HelixError && error.code === "CANCELLED") throw error;
    return [...lines, `not all is embedded: ${messageOf(error)}`];
  }
}
