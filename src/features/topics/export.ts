// topics action=export: gives the notes that concern the current project (reach.ts) as one answer, if they fit into
// one.

import type { Answer } from "../../base/answer.ts";
import { HelixError } from "../../base/errors.ts";
import { damageRemarks, exportJson } from "../../exchange/transfer.ts";
import type { Caller } from "../../notes/scope/caller.ts";
import { Reach } from "../../notes/scope/reach.ts";
import { indexingProgress, type Reading } from "../../notes/store/long-work.ts";
import type { TopicsArguments } from "./parameters.ts";

/** The largest export that is given as one answer, in bytes. */
const EXPORT_BYTES_MAX = 1_000_000;

/** The notes as JSON. Throws LIMIT when they do not fit. */
export async function exportAnswer(
  ports: Reading & Caller,
  { project }: Pick<TopicsArguments, "project">,
): Promise<Answer> {
  const reach = new Reach(ports, project);
  const view = await ports.base.view(indexingProgress(ports));
  const pieces: string[] = [];
  let bytes = 0;
  let damaged = 0;
  for (const piece of exportJson(view, () => damaged++, reach)) {
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
  const left = reach.leftOut(view);
  return {
    found: true,
    text: () => text.trimEnd(),
    data: () => JSON.parse(text),
    remark: (wording) => [...damageRemarks(damaged), ...left.notes(wording)].join("\n"),
  };
}
