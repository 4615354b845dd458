// An exploration as text.

import type { Wording } from "../../base/wording.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { shownHash } from "../../plan/documents/document-store.ts";
import type { ExplorationData } from "./data.ts";
import { oneLine } from "./plan-text.ts";

const OBJECTIVE_MAX = 300;
const ITEM_MAX = 400;

/** The lines of an exploration, and how it is saved where it is not. */
export function explorationLines(data: ExplorationData, state: "saved" | "not saved", say: Wording): string[] {
  const { hash, objective, structure, patterns, memory, targets, notes } = data;
  const { framework, confidence, idioms } = patterns;
  const about = objective === "" ? "no objective" : cutLine(oneLine(objective), OBJECTIVE_MAX);
  const save = say.either(
    `helix plan explore --data '{"objective": "...", "patterns": {"idioms": {"required": [], "forbidden": []}}}'`,
    'plan action=explore data={"objective": "...", "patterns": {"idioms": {"required": [], "forbidden": []}}}',
  );
  return [
    `exploration ${hash === "" ? "" : `${shownHash(hash)} `}(${state}): ${about}`,
    ...section("directories", structure.directories),
    ...section("entry points", structure.entry_points),
    ...section("tests", structure.test_patterns),
    ...section("configs", structure.configs),
    ...(framework === "" ? [] : [`framework: ${framework} (confidence ${confidence})`]),
    ...section("required", idioms.required),
    ...section("forbidden", idioms.forbidden),
    ...section("failures to avoid", memory.failures),
    ...section("patterns to apply", memory.patterns),
    ...section("files", targets.files),
    ...section("functions", targets.functions.map(functionText)),
    ...notes.map((note) => `note: ${cutLine(oneLine(note), ITEM_MAX)}`),
    ...(state === "saved" ? [] : [`save it, what you leave out is filled as above: ${save}`]),
  ];
}

function functionText({ name, file, line, reason }: ExplorationData["targets"]["functions"][number]): string {
  const place = file === "" ? "" : ` ${file}${line === null ? "" : `:${line}`}`;
  return `${name}${place}${reason === "" ? "" : ` (${reason})`}`;
}

function section(name: string, items: readonly string[]): string[] {
  if (items.length === 0) return [];
  return [`${name}:`, ...items.map((item) => `  ${cutLine(oneLine(item), ITEM_MAX)}`)];
}
