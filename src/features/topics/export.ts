// topics action=export: everything as one answer, as long as it fits into one.

import { HelixError } from "../../errors.ts";
import { type FeatureContext, type FeatureResult, indexingProgress } from "../feature.ts";
import { damageRemark, exportJson } from "../transfer/transfer.ts";

/** The largest export that is given as one answer, in bytes. */
const EXPORT_BYTES_MAX = 1_000_000;

/** All entries as JSON. Throws LIMIT when they do not fit. */
export async function exportAnswer(context: FeatureContext): Promise<FeatureResult> {
  const view = await context.base.view(indexingProgress(context));
  const pieces: string[] = [];
  let bytes = 0;
  let damaged = 0;
  for (const piece of exportJson(view, () => damaged++)) {
    bytes += Buffer.byteLength(piece);
    if (bytes > EXPORT_BYTES_MAX) {
      throw new HelixError(
        "LIMIT",
        `the export is longer than ${EXPORT_BYTES_MAX} bytes: write it to a file with: helix export > helix.json`,
      );
    }
    pieces.push(piece);
  }
  const text = pieces.join("");
  return {
    text: text.trimEnd(),
    found: true,
    data: context.wantsData ? JSON.parse(text) : null,
    remark: damageRemark(damaged),
  };
}
