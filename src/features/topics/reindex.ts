// topics action=reindex: builds a new index.

import { type Answer, nothingFound } from "../../base/answer.ts";
import { counted } from "../../base/wording.ts";
import { type Access, indexingProgress } from "../../notes/store/long-work.ts";
import type { ReindexData } from "./data.ts";

/** Builds the index anew from the log. */
export async function reindex(ports: Access<"view" | "rebuildIndex">): Promise<Answer> {
  if ((await ports.base.view(indexingProgress(ports))).logBytes === 0) {
    return nothingFound("nothing to index: nothing is stored yet");
  }
  await ports.base.rebuildIndex(indexingProgress(ports));
  const view = await ports.base.view(indexingProgress(ports));
  const { entries, indexTerms, indexBytes } = view.indexFigures();
  const { damageCount: damaged } = view.index;
  return {
    found: true,
    text() {
      const head = `index rebuilt: ${counted(entries, "entry", "entries")}, ${counted(indexTerms, "term", "terms")}, ${indexBytes} bytes`;
      if (damaged === 0) return head;
      return `${head}\n  passed over in the log: ${counted(damaged, "damaged region", "damaged regions")}; see helix check`;
    },
    data: (): ReindexData => ({ entries, terms: indexTerms, bytes: indexBytes, damaged }),
  };
}
