// Reads a project as a whole and stores an overview of it under code-<project>. The new overview replaces the one
// stored before.

import type { Answer } from "../../base/answer.ts";
import { HelixError } from "../../base/errors.ts";
import { snippetLines } from "../../notes/text/snippet.ts";
import type { AnalyzeData } from "./data.ts";
import { noCode, readFolder } from "./folder.ts";
import { writeOverview } from "./overview.ts";
import type { TraceRequest } from "./request.ts";
import { overviewTitle, shortNames, storeOverview } from "./store-overview.ts";

/** Stores an overview. Throws INVALID_ARGUMENT for a file, NOT_FOUND when there is no code, and what storing throws. */
export async function analyzeProject(request: TraceRequest): Promise<Answer> {
  const { target, limit } = request;
  if (target.isFile) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      (say) =>
        `${say.option("action", "analyze")} needs a folder, ${target.path} is a file: e.g. ${say.either("helix trace . --action analyze", 'path="." action="analyze"')}`,
    );
  }
  const { facts, notes, ...rest } = await readFolder(request);
  if (facts.languages.size === 0) throw noCode(request, notes);
  const [name = ""] = shortNames(target);
  const what = target.path === "" ? name : `${name}/${target.path}`;
  const overview = writeOverview({ title: overviewTitle(what), facts, ...rest, limit });
  const stored = await storeOverview(request, [overview, ...notes.lines()].join("\n"));
  return {
    found: true,
    ...(stored.isChanged ? { operation: `stored in ${stored.topic}: ${snippetLines(stored.text)[0]}` } : {}),
    text() {
      const behind = [...stored.notes, ...(target.remark === null ? [] : [target.remark])];
      return [`overview ${stored.done} ${stored.topic}`, "", stored.text, ...behind].join("\n");
    },
    data: (): AnalyzeData => ({
      topic: stored.topic,
      done: stored.isNew ? "stored" : stored.isChanged ? "replaced" : "unchanged",
      overview: stored.text,
      notes: notes.lines(),
    }),
  };
}
