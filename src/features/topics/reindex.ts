// topics action=reindex: builds a new index.

import { type Answer, nothingFound } from "../../base/answer.ts";
import { counted } from "../../base/wording.ts";
import { type Access, indexingProgress } from "../../notes/store/long-work.ts";
import { embedNotes } from "../common/embed-notes.ts";
import type { FeatureContext } from "../common/feature.ts";
import { vectorLine } from "../common/vector-line.ts";
import type { ReindexData } from "./data.ts";

/** Builds the index anew from the log. */
export async function reindex(
  ports: Access<"view" | "rebuildIndex"> & Pick<FeatureContext, "noteVectors">,
): Promise<Answer> {
  if ((await ports.base.view(indexingProgress(ports))).logBytes === 0) {
    return nothingFound("nothing to index: nothing is stored yet");
  }
  await ports.base.rebuildIndex(indexingProgress(ports));
  const problems = await embedNotes(ports);
  const view = await ports.base.view(indexingProgress(ports));
  const vectors = ports.noteVectors?.()?.counts(view);
  const { entries, indexTerms, indexBytes } = view.indexFigures();
  const { damageCount: damaged } = view.index;
  return {
    found: true,
    text() {
      const head = `index rebuilt: ${counted(entries, "entry", "entries")}, ${counted(indexTerms, "term", "terms")}, ${indexBytes} bytes`;
      const lines = [head, ...(vectors === undefined ? [] : [`  ${vectorLine(vectors, "notes")}`]), ...problems];
      if (damaged === 0) return lines.join("\n");
      return `${lines.join("\n")}\n  passed over in the log: ${counted(damaged, "damaged region", "damaged regions")}; see helix check`;
    },
    data: (): ReindexData => ({ entries, terms: indexTerms, bytes: indexBytes, damaged, ...(vectors && { vectors }) }),
  };
}
