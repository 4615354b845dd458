// topics action=export: gives the notes that concern the current project (reach.ts) as JSON. Over MCP the answer is a
// page: each page is a JSON array of whole notes, and `import` takes each of them. The command gives all notes at once,
// unless it is asked for a page.

import type { Answer } from "../../base/answer.ts";
import { HelixError } from "../../base/errors.ts";
import { counted, type Wording } from "../../base/wording.ts";
import { damageRemarks, exportJson } from "../../exchange/transfer.ts";
import type { Caller } from "../../notes/scope/caller.ts";
import { Reach } from "../../notes/scope/reach.ts";
import { indexingProgress, type Reading } from "../../notes/store/long-work.ts";
import { LONGEST_PAGE, type Paged, type PageRequest } from "../common/page-request.ts";
import type { TopicsArguments } from "./parameters.ts";

/** The largest export that a command prints as one answer, in bytes. */
const EXPORT_BYTES_MAX = 1_000_000;
/** Bytes of a page that are kept for the remark beside it. */
const REMARK_BYTES = 400;
/** The brackets around the notes. */
const BRACKETS_BYTES = 4;

/** The notes as JSON. Throws LIMIT when they are asked for as a whole and do not fit, NOT_FOUND for a page too many. */
export async function exportAnswer(
  ports: Reading & Caller & Paged,
  { project }: Pick<TopicsArguments, "project">,
): Promise<Answer> {
  const reach = new Reach(ports, project);
  const view = await ports.base.view(indexingProgress(ports));
  const { page: request = LONGEST_PAGE } = ports;
  let damaged = 0;
  const pieces = exportJson(view, () => damaged++, reach);
  const isWhole = !request.isAsked && request.bytes >= LONGEST_PAGE.bytes;
  const page = isWhole ? { text: wholeText(pieces), remarks: () => [] } : pageOf(pieces, request);
  const left = reach.leftOut(view);
  return {
    found: true,
    isPaged: true,
    text: () => page.text,
    data: () => JSON.parse(page.text),
    remark: (wording) => [...damageRemarks(damaged), ...left.notes(wording), ...page.remarks(wording)].join("\n"),
  };
}

interface ExportPage {
  readonly text: string;
  remarks(wording: Wording): string[];
}

function wholeText(pieces: Iterable<string>): string {
  const kept: string[] = [];
  let bytes = 0;
  for (const piece of pieces) {
    bytes += Buffer.byteLength(piece);
    if (bytes > EXPORT_BYTES_MAX) {
      throw new HelixError(
        "LIMIT",
        `the export is longer than ${EXPORT_BYTES_MAX} bytes: write it to a file with: helix export > helix.json`,
      );
    }
    kept.push(piece);
  }
  return kept.join("").trimEnd();
}

/** A page of whole notes. A note that no page could hold is left out and counted on the page where it would stand. */
function pageOf(pieces: Iterable<string>, { bytes, page: wanted, next }: PageRequest): ExportPage {
  const room = bytes - REMARK_BYTES - BRACKETS_BYTES;
  const kept: string[] = [];
  let [page, used, passed, left, tooLong] = [1, 0, 0, 0, 0];
  for (const piece of pieces) {
    // Each piece but the last is a note behind its separator, which has two characters.
    const note = piece.slice(2);
    if (!note.startsWith("{")) continue;
    const size = Buffer.byteLength(piece);
    if (size > room) {
      if (page === wanted) tooLong++;
      continue;
    }
    if (used + size > room) {
      page++;
      used = 0;
    }
    used += size;
    if (page < wanted) passed++;
    else if (page === wanted) kept.push(note);
    else left++;
  }
  if (page < wanted) {
    throw new HelixError("NOT_FOUND", `there is no page ${wanted}: the export has ${counted(page, "page", "pages")}`);
  }
  return {
    text: kept.length === 0 ? "[]" : `[\n${kept.join(",\n")}\n]`,
    remarks: (wording) => [
      ...(left > 0 || passed > 0
        ? [`entries ${passed + 1} to ${passed + kept.length} of ${passed + kept.length + left}`]
        : []),
      ...(left > 0 ? [`... ${left} more: ${next(wanted + 1)}; into a file: helix export > helix.json`] : []),
      ...(tooLong > 0
        ? [
            `${counted(tooLong, "entry is", "entries are")} too long for a page: raise ${wording.either("--budget", "budget")}, or: helix export > helix.json`,
          ]
        : []),
    ],
  };
}
