// code action=map: an overview of a project or a folder, for who sees it for the first time.

import { resolve } from "node:path";
import type { Answer } from "../../base/answer.ts";
import { HelixError, invalid } from "../../base/errors.ts";
import { counted, type Wording } from "../../base/wording.ts";
import { dotGraph, type Graph, mermaidGraph } from "../../code/map/graph-text.ts";
import { quote } from "../../engine/text/clean.ts";
import { nearestNames } from "../../engine/text/near-names.ts";
import { sanitise } from "../../engine/text/sanitise.ts";
import { LONGEST_PAGE, TOKEN_BYTES } from "../common/page-request.ts";
import { briefMap } from "./brief-map.ts";
import { graphEdges, mapData } from "./map-data.ts";
import { type MapFacts, mapFacts } from "./map-facts.ts";
import { mapText } from "./map-text.ts";
import { type CodePorts, parsedViewOf } from "./ports.ts";
import { knownPath, type Reading, settledReading } from "./reading.ts";
import { shownLine } from "./shown-lines.ts";
import { treeOf, treePaths } from "./tree.ts";

export interface CodeMapValues {
  readonly path?: string | undefined;
  readonly format?: "text" | "json" | "mermaid" | "dot" | undefined;
}

/** A text shows so many modules, more with a larger budget: one takes so many bytes, all else so many. */
const MODULES_LEAST = 8;
const MODULES_MOST = 20;
const MODULE_BYTES = 190;
const OTHER_BYTES = 2400;
const GRAPH_EDGES_MAX = 80;
const NAME_LENGTH_MAX = 300;
const NEAREST_SHOWN = 3;
const FOLDERS_MAX = 50_000;

/** Makes a map. Throws NOT_FOUND with near names, INVALID_ARGUMENT for a file, CANCELLED. */
export async function mapAnswer(ports: CodePorts, { path, format = "text" }: CodeMapValues): Promise<Answer> {
  const tree = treeOf(ports);
  await parsedViewOf(tree, ports);
  return settledReading(ports, async (reading) => {
    const folder = path === undefined ? "" : folderNamed(reading, path);
    const { bytes } = ports.page ?? LONGEST_PAGE;
    const fitting = Math.round((bytes - OTHER_BYTES) / MODULE_BYTES);
    const most = format === "text" ? Math.min(MODULES_MOST, Math.max(MODULES_LEAST, fitting)) : MODULES_MOST;
    const facts = await mapFacts(reading, folder, most);
    if (folder === "") tree.keepMap?.(briefMap(reading));
    return present(reading, facts, format);
  });
}

function present(
  { ports, view, files, mask }: Reading,
  facts: MapFacts,
  format: NonNullable<CodeMapValues["format"]>,
): Answer {
  const { folder } = facts;
  const title = shownLine(folder === "" ? view.tree.root : `${folder}/`, mask, NAME_LENGTH_MAX);
  const notes = [...view.remarks, ...unseen(facts)];
  const data = mapData(facts, mask, notes, (path) => {
    if (!view.isCurrent(path)) files.changed.add(path);
  });
  const found = facts.files.length > 0;
  if (format === "text") {
    const hint = (say: Wording) =>
      `closer: ${say.either("helix code map PATH; helix code outline PATH", 'action="map" path=FOLDER; action="outline" path=PATH')}`;
    const none = "no code of a known language";
    return {
      found,
      isPaged: true,
      text: (say) =>
        found ? mapText(ports, data, title, [...notes, hint(say)]) : [`${title}: ${none}`, ...notes].join("\n"),
      data: () => data,
    };
  }
  const text =
    format === "json"
      ? jsonText(data)
      : graphText(facts, format, (name) => sanitise(shownLine(name, mask, NAME_LENGTH_MAX)));
  return {
    found,
    budget: Math.ceil(Buffer.byteLength(text) / TOKEN_BYTES) + MODULE_BYTES,
    text: () => text,
    data: () => data,
    remark: () => notes.join("\n"),
  };
}

/** JSON with a line for each field, and for each item of a list. */
function jsonText(data: object): string {
  const lines = Object.entries(data).map(([key, value]) => {
    if (!Array.isArray(value) || value.length === 0) return `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`;
    return `  ${JSON.stringify(key)}: [\n${value.map((each) => `    ${JSON.stringify(each)}`).join(",\n")}\n  ]`;
  });
  return `{\n${lines.join(",\n")}\n}`;
}

function graphText(facts: MapFacts, format: "mermaid" | "dot", name: (text: string) => string): string {
  const graph: Graph = {
    nodes: facts.modules.map((module) => ({ label: name(module.name) })),
    edges: graphEdges(facts).slice(0, GRAPH_EDGES_MAX),
  };
  return format === "mermaid" ? mermaidGraph(graph) : dotGraph(graph);
}

/** What the map does not know. */
function unseen({ left, broken, unparsed, parsed, modules }: MapFacts): string[] {
  const inside = modules.flatMap(({ files }) => files).filter(({ path }) => parsed.has(path)).length;
  const what = [
    ...(left.inside === 0 ? [] : [`${left.inside} of its ${left.inside + inside} files`]),
    ...(left.outside === 0 ? [] : [`${counted(left.outside, "file", "files")} outside of it`]),
  ];
  return [
    ...(what.length === 0
      ? []
      : [`not looked at for imports, symbols and entry points: ${what.join(", ")}; a folder shows more`]),
    ...(broken === 0 ? [] : [`${counted(broken, "file", "files")} could not be parsed`]),
    ...(unparsed === 0
      ? []
      : [`${counted(unparsed, "file is", "files are")} of a language without a parser: no links, no symbols here`]),
  ];
}

/** A folder of the tree that a caller names, "" for the root. Throws NOT_FOUND, INVALID_ARGUMENT. */
function folderNamed(reading: Reading, given: string): string {
  const { ports, view } = reading;
  const { root } = view.tree;
  if (resolve(ports.directory ?? root, given) === root) return "";
  const named = treePaths(ports, root, given);
  const folders = new Set<string>();
  for (const path of view.live.paths()) {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  const found = named.find((path) => folders.has(path));
  if (found !== undefined) return found;
  if (named[0] === undefined) {
    throw invalid(
      (say) =>
        `${say.given("path", quote(given))} leads out of ${root}: give a folder in it, e.g. ${say.option("path", "src")}`,
    );
  }
  const file = knownPath(reading, given);
  if (file !== null) {
    throw invalid(
      (say) =>
        `${quote(file)} is a file: give a folder, or ${say.either(`helix code outline ${file}`, `action="outline" path="${file}"`)}`,
    );
  }
  const near = nearestNames(named[0], [...folders].slice(0, FOLDERS_MAX), NEAREST_SHOWN);
  const hint = near.length > 0 ? `; nearest: ${near.join(", ")}` : `; paths begin at ${root}`;
  throw new HelixError("NOT_FOUND", `there is no folder ${quote(given)} with files that are read${hint}`);
}
