// topics action=reindex: builds a new index.

import type { FeatureResult } from "../../base/result.ts";
import { counted } from "../../base/wording.ts";
import { indexingProgress } from "../../notes/store/long-work.ts";
import type { FeatureContext } from "../common/feature.ts";

/** Builds the index anew from the log. */
export async function reindex(context: FeatureContext): Promise<FeatureResult> {
  if ((await context.base.view(indexingProgress(context))).logBytes === 0) {
    return { text: "nothing to index: nothing is stored yet", found: false, data: null };
  }
  await context.base.rebuildIndex(indexingProgress(context));
  const view = await context.base.view(indexingProgress(context));
  const { entries, indexTerms, indexBytes } = view.indexFigures();
  const damage =
    view.index.damageCount > 0
      ? [
          `  passed over in the log: ${counted(view.index.damageCount, "damaged region", "damaged regions")}; see helix check`,
        ]
      : [];
  return {
    text: [
      `index rebuilt: ${counted(entries, "entry", "entries")}, ${counted(indexTerms, "term", "terms")}, ${indexBytes} bytes`,
      ...damage,
    ].join("\n"),
    found: true,
    data: { entries, terms: indexTerms, bytes: indexBytes, damaged: view.index.damageCount },
  };
}
