// What helix itself knows of a code base for an exploration: its structure, its framework, and where the objective is
// about, by the index that `code context` answers from.

import { counted } from "../../base/wording.ts";
import { pathClassOf } from "../../code/files/path-class.ts";
import { isManifest, readManifest } from "../../code/manifests.ts";
import { parseFilters } from "../../code/search/code-filter.ts";
import { MINUTE_MS } from "../../engine/text/dates.ts";
import type { Exploration, ExploredFunction } from "../../plan/documents/plan-documents.ts";
import { findCode } from "../code/find-code.ts";
import { likeQuery } from "../code/like-query.ts";
import { briefFacts } from "../code/map-facts.ts";
import { type Reading, settledReading } from "../code/reading.ts";
import { shownLine } from "../code/shown-lines.ts";
import { treeOf } from "../code/tree.ts";
import { type FoundManifest, frameworkOf } from "./frameworks.ts";
import type { PlanPorts } from "./ports.ts";
import { testPatterns } from "./test-patterns.ts";

/** What the code says, with what could not be found out. */
export interface ExploredCode {
  readonly structure: Exploration["structure"];
  readonly framework: string;
  readonly confidence: number;
  readonly targets: Exploration["targets"];
  readonly notes: readonly string[];
}

const DIRECTORIES_MAX = 20;
const ENTRIES_MAX = 15;
const CONFIGS_MAX = 15;
const FILES_MAX = 10;
const FUNCTIONS_MAX = 12;
const MODULES = 20;
const MANIFESTS_MAX = 40;
const NAME_MAX = 300;

/** Reads the code. Throws CANCELLED, and INVALID_ARGUMENT where there is no tree that helix may index. */
export async function exploredCode(ports: PlanPorts, objective: string): Promise<ExploredCode> {
  const tree = treeOf(ports);
  const { text } = parseFilters(objective);
  const like = text === "" ? null : await likeQuery(ports, tree, objective);
  return settledReading(ports, (reading) => readCode(reading, text === "" ? null : { objective, like: like! }), {
    tree,
  });
}

type Asked = { readonly objective: string; readonly like: Awaited<ReturnType<typeof likeQuery>> } | null;

function readCode(reading: Reading, asked: Asked): ExploredCode {
  const { view, mask } = reading;
  const facts = briefFacts(reading, MODULES);
  const paths = [...view.live.paths()].sort();
  const shown = (name: string) => shownLine(name, mask, NAME_MAX);
  const entries = facts.starts.starts.flatMap(({ path }) => (path === null ? [] : [path]));
  const framework = frameworkOf(manifestsOf(reading, paths));
  const tests = facts.files.filter(({ pathClass }) => pathClass === "test").map(({ path }) => path);
  const remarks = framework === null ? ["no framework is known from the manifests"] : [`framework: ${framework.why}`];
  return {
    structure: {
      directories: directoriesOf(paths).map(shown),
      entry_points: [...new Set(entries)].slice(0, ENTRIES_MAX).map(shown),
      test_patterns: testPatterns(tests).map(shown),
      configs: paths.filter(isConfig).slice(0, CONFIGS_MAX).map(shown),
    },
    framework: framework?.framework ?? "",
    confidence: framework?.confidence ?? 0,
    targets: targetsOf(reading, asked),
    notes: [...remarks, ...view.remarks].map(shown),
  };
}

function manifestsOf({ view, files }: Reading, paths: readonly string[]): FoundManifest[] {
  const depth = (path: string) => path.split("/").length;
  const named = paths.filter(
    (path) => isManifest(path) && view.live.state(path) === "read" && pathClassOf(path) !== "foreign",
  );
  return named
    .sort((a, b) => depth(a) - depth(b))
    .slice(0, MANIFESTS_MAX)
    .flatMap((path) => {
      const facts = readManifest(path, files.get(path)?.text ?? "");
      return facts === null ? [] : [{ path, facts }];
    });
}

/** Configuration near the top. */
function isConfig(path: string): boolean {
  return path.split("/").length <= 2 && pathClassOf(path) === "config";
}

/** Folders of the first two levels with how many files they hold, the largest first: `src/ (210 files)`. */
function directoriesOf(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const folders = path.split("/").slice(0, -1);
    for (let level = 1; level <= Math.min(2, folders.length); level++) {
      const folder = `${folders.slice(0, level).join("/")}/`;
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, DIRECTORIES_MAX)
    .map(([folder, count]) => `${folder} (${counted(count, "file", "files")})`);
}

/** Where the objective is about; nothing where it has no words. */
function targetsOf({ ports, view, mask, files }: Reading, asked: Asked): Exploration["targets"] {
  if (asked === null) return { files: [], functions: [] };
  const found = findCode(view, asked.objective, Math.floor(ports.base.clock() / MINUTE_MS), asked.like.in(view));
  const functions: ExploredFunction[] = [];
  for (const { path, stretch, named } of found.places) {
    if (functions.length === FUNCTIONS_MAX) break;
    if (stretch === null || stretch.symbol === null || files.get(path) === null) continue;
    const reason = named === null ? `rank ${functions.length + 1} for the objective` : `named by line ${named}`;
    functions.push({
      name: shownLine(stretch.symbol, mask, NAME_MAX),
      file: shownLine(path, mask, NAME_MAX),
      line: stretch.line,
      reason,
    });
  }
  const paths = found.files.filter((path) => files.get(path) !== null).slice(0, FILES_MAX);
  return { files: paths.map((path) => shownLine(path, mask, NAME_MAX)), functions };
}
