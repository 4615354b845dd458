// Reads a project as a whole and stores an overview of it under code-<project>. The new overview replaces the one
// stored before.

import type { Answer } from "../../base/answer.ts";
import { HelixError } from "../../base/errors.ts";
import { readSymbols } from "../../code/code-reader.ts";
import { isManifest, type ManifestFacts, readManifest } from "../../code/manifests.ts";
import { ProjectFacts } from "../../code/project-facts.ts";
import type { Mask } from "../../code/shown-code.ts";
import { snippetLines } from "../../notes/text/snippet.ts";
import { diskSourceFiles } from "../../platform/source-files.ts";
import type { AnalyzeData } from "./data.ts";
import { writeOverview } from "./overview.ts";
import { listFiles, readInTurn, TraceAnswer, type TraceRequest } from "./request.ts";
import { overviewTitle, shortNames, storeOverview } from "./store-overview.ts";

const MANIFESTS_MAX = 10;
const MANIFEST_BYTES_MAX = 200_000;

/** Stores an overview. Throws INVALID_ARGUMENT for a file, NOT_FOUND when there is no code, and what storing throws. */
export async function analyzeProject(request: TraceRequest): Promise<Answer> {
  const { target, survey, limit } = request;
  if (target.isFile) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      `action="analyze" needs a folder, ${target.path} is a file: e.g. path="." action="analyze"`,
    );
  }
  const { code, others } = await listFiles(request);
  const facts = new ProjectFacts();
  for await (const file of readInTurn(request, code)) facts.take(file, (await readSymbols(file, survey)).symbols);
  if (facts.languages.size === 0) {
    throw new HelixError(
      "NOT_FOUND",
      `there is no code in ${target.path || "the project"}: ${survey.notes().join("; ") || "no file of a known language"}`,
    );
  }
  const [name = ""] = shortNames(target);
  const what = target.path === "" ? name : `${name}/${target.path}`;
  const overview = writeOverview({
    title: overviewTitle(what),
    facts,
    others,
    manifests: manifestsOf(request, [...others, ...code.map(({ path }) => path)]),
    limit,
  });
  const stored = await storeOverview(request, [overview, ...survey.notes()].join("\n"));
  return {
    found: true,
    ...(stored.isChanged ? { operation: `stored in ${stored.topic}: ${snippetLines(stored.text)[0]}` } : {}),
    text() {
      const answer = new TraceAnswer();
      answer.add([`overview ${stored.done} ${stored.topic}`, ""]);
      for (const line of stored.text.split("\n")) answer.add([line], 1);
      for (const note of stored.notes) answer.add([note]);
      if (target.remark !== null) answer.add([target.remark]);
      return answer.plain();
    },
    data: (): AnalyzeData => ({
      topic: stored.topic,
      done: stored.isNew ? "stored" : stored.isChanged ? "replaced" : "unchanged",
      overview: stored.text,
      notes: survey.notes(),
    }),
  };
}

function manifestsOf({ target: { root }, survey, mask }: TraceRequest, paths: readonly string[]) {
  const found = paths.filter(isManifest).sort((a, b) => a.split("/").length - b.split("/").length);
  const bytesMax = Math.min(MANIFEST_BYTES_MAX, survey.bounds.fileBytesMax);
  const manifests: { path: string; facts: ManifestFacts }[] = [];
  for (const path of found.slice(0, MANIFESTS_MAX)) {
    const outcome = diskSourceFiles.read(`${root}/${path}`, bytesMax, root);
    const facts = "bytes" in outcome ? readManifest(path, new TextDecoder().decode(outcome.bytes)) : null;
    if (facts !== null) manifests.push({ path, facts: maskedFacts(facts, mask) });
  }
  return manifests;
}

/**
 * The facts of a manifest without credentials: a start command may hold one. They are masked before any text is cut.
 */
function maskedFacts({ dependencies, development, entryPoints }: ManifestFacts, mask: Mask): ManifestFacts {
  return {
    dependencies: dependencies.map(mask),
    development: development.map(mask),
    entryPoints: entryPoints.map(mask),
  };
}
