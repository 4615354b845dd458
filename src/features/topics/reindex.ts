// topics action=reindex: builds a new index.

import type { Answer } from "../../base/answer.ts";
import { counted } from "../../base/wording.ts";
import { indexingProgress } from "../../notes/store/long-work.ts";
import type { FeatureContext } from "../common/feature.ts";

/** Builds the index anew from the log. */
export async function reindex(context: FeatureContext): Promise<Answer> {
  if ((await context.base.view(indexingProgress(context))).logBytes === 0) {
    return { found: false, text: () => "nothing to index: nothing is stored yet", data: () => null };
  }
  await context.base.rebuildIndex(indexingProgress(context));
  const view = await context.base.view(indexingProgress(context));
  const { entries, indexTerms, indexBytes } = view.indexFigures();
  const { damageCount: damaged } = view.index;
  return {
    found: true,
    text() {
      const head = `index rebuilt: ${counted(entries, "entry", "entries")}, ${counted(indexTerms, "term", "terms")}, ${indexBytes} bytes`;
      if (damaged === 0) return head;
      return `${head}\n  passed over in the log: ${counted(damaged, "damaged region", "damaged regions")}; see helix check`;
    },
    data: () => ({ entries, terms: indexTerms, bytes: indexBytes, damaged }),
  };
}
