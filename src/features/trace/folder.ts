// Reads a folder as a whole: languages, entry points, modules, main symbols. `trace` of a folder without a symbol shows
// that, and `analyze` stores it.

import type { Answer } from "../../base/answer.ts";
import { HelixError } from "../../base/errors.ts";
import { counted } from "../../base/wording.ts";
import { isManifest, type ManifestFacts, readManifest } from "../../code/manifests.ts";
import { ProjectFacts } from "../../code/project-facts.ts";
import { mentionedNames } from "../../code/references/mentioned-names.ts";
import type { Mask } from "../../code/shown-code.ts";
import { quote } from "../../engine/text/clean.ts";
import type { FolderData } from "./data.ts";
import type { TraceNotes } from "./notes.ts";
import { highlightsOf, type OverviewParts, writeOverview } from "./overview.ts";
import { TraceAnswer, type TraceRequest } from "./request.ts";
import { type TracedRequest, withCode } from "./traced-code.ts";

const MANIFESTS_MAX = 10;
const MANIFEST_LENGTH_MAX = 200_000;

/** What is read of a folder. */
export interface FolderRead extends Pick<OverviewParts, "facts" | "others" | "manifests"> {
  readonly notes: TraceNotes;
}

/** Reads all code of the folder within the bounds. */
export function readFolder(request: TraceRequest): Promise<FolderRead> {
  return withCode(
    request,
    async (traced) => {
      const { code } = traced;
      const { code: files, others } = code.files;
      const facts = new ProjectFacts();
      for await (const file of code.read(files)) facts.take({ ...file, mentioned: mentionedNames(file) });
      const manifests = manifestsOf(traced, [...others, ...files.map(({ path }) => path)]);
      return { facts, others, manifests, notes: code.notes };
    },
    null,
  );
}

/** The error for a folder without code. */
export function noCode({ target, filter }: TraceRequest, notes: TraceNotes): HelixError {
  const where = target.path || "the project";
  const filtered = filter === null ? "" : ` that fits filter=${quote(filter)}`;
  const why = notes.lines().join("; ") || "no file of a known language";
  return new HelixError("NOT_FOUND", `there is no code in ${where}${filtered}: ${why}`);
}

/** Shows an overview of a folder. Throws NOT_FOUND when there is no file in it. */
export async function showFolder(request: TraceRequest): Promise<Answer> {
  const { target, limit } = request;
  const read = await readFolder(request);
  const { facts, others, notes } = read;
  if (facts.languages.size === 0 && others.length === 0) throw noCode(request, notes);
  const files = [...facts.languages.values()].reduce((sum, volume) => sum + volume.files, 0);
  const code = files === 0 ? "no file of a language that trace reads" : counted(files, "file of code", "files of code");
  const overview = writeOverview({ ...read, title: `${target.path || "."}: ${code}`, limit });
  return {
    found: true,
    isPaged: true,
    text({ option, either }) {
      const answer = new TraceAnswer(request, { left: 0, what: ["line", "lines"], notes: notes.lines() });
      for (const line of overview.split("\n")) answer.add(line);
      const symbol = either("with a SYMBOL", option("symbol", "NAME"));
      if (files > 0)
        answer.add(`more: ${symbol}: where it is defined and used; ${option("action", "symbols")}: all symbols`);
      return answer.text();
    },
    data(): FolderData {
      const { entryPoints, modules, used } = highlightsOf({ ...read, limit });
      return {
        path: target.path || ".",
        languages: Array.from(facts.languages, ([name, volume]) => ({ name, ...volume })),
        otherFiles: others.length,
        entryPoints: [...entryPoints],
        modules: modules.map((module) => ({ ...module, symbols: [...module.symbols] })),
        mostUsed: used.map((symbol) => ({ ...symbol, files: facts.usersOf(symbol) })),
        tests: facts.tests.length,
        notes: notes.lines(),
      };
    },
  };
}

function manifestsOf({ code, mask }: TracedRequest, paths: readonly string[]) {
  const found = paths.filter(isManifest).sort((a, b) => a.split("/").length - b.split("/").length);
  const manifests: { path: string; facts: ManifestFacts }[] = [];
  for (const path of found.slice(0, MANIFESTS_MAX)) {
    const text = code.textOf(path);
    const facts = text === null || text.length > MANIFEST_LENGTH_MAX ? null : readManifest(path, text);
    if (facts !== null) manifests.push({ path, facts: maskedFacts(facts, mask) });
  }
  return manifests;
}

/**
 * The facts of a manifest without credentials: a start command may hold one. They are masked before any text is cut.
 */
function maskedFacts(facts: ManifestFacts, mask: Mask): ManifestFacts {
  const { dependencies, development, entryPoints } = facts;
  return {
    ...facts,
    dependencies: dependencies.map(mask),
    development: development.map(mask),
    entryPoints: entryPoints.map(mask),
  };
}
