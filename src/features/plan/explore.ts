// plan action=explore: what is known of the code base for an objective. helix fills what it can know itself; whoever
// explores adds the rest, and saves it.

import { type Answer, nothingFound } from "../../base/answer.ts";
import { HelixError, invalid } from "../../base/errors.ts";
import { loadMask, type Mask, maskedData } from "../../code/shown-code.ts";
import { shownHash } from "../../plan/documents/document-store.ts";
import type { Exploration } from "../../plan/documents/plan-documents.ts";
import { type GivenExploration, readExploration } from "../../plan/documents/read-exploration.ts";
import { PlanFlaw } from "../../plan/documents/read-json.ts";
import type { ExplorationData } from "./data.ts";
import { explorationLines } from "./exploration-text.ts";
import { type ExploredCode, exploredCode } from "./explored-code.ts";
import { knownLessons, lessonText } from "./known-lessons.ts";
import { type PlanArguments, planParameters } from "./parameters.ts";
import { type PlanPorts, planStore } from "./ports.ts";

const LESSONS = { failure: 5, pattern: 5 } as const;
const NO_CODE: Omit<ExploredCode, "notes"> = {
  structure: { directories: [], entry_points: [], test_patterns: [], configs: [] },
  framework: "",
  confidence: 0,
  targets: { files: [], functions: [] },
};

/** Shows, saves or clears an exploration. Throws INVALID_ARGUMENT, CORRUPTION, IO, CANCELLED. */
export async function explore(ports: PlanPorts, values: PlanArguments): Promise<Answer> {
  const { data, objective, load = false, clear = false, format = "text" } = values;
  if (format === "mermaid")
    throw invalid((say) => `explore has no ${say.given("format", '"mermaid"')}: give text or json`);
  const asked = [data !== undefined && "data", clear && "clear", load && "load"].filter((each) => each !== false);
  if (asked.length > 1)
    throw invalid((say) => `${asked.map((each) => say.name(each)).join(" and ")} cannot both be: give one`);
  if (clear) return cleared(ports);
  if (data !== undefined) return saved(ports, data, objective ?? "", format);
  const known = load || objective === undefined ? planStore(ports).exploration() : null;
  if (known !== null) return shown({ hash: known.hash, ...copyOf(known.exploration), notes: [] }, format, "saved");
  if (load) return nothingFound("no exploration is saved for this project");
  const { exploration, notes } = await filled(ports, given("{}", objective ?? ""));
  return shown({ hash: "", ...copyOf(exploration), notes: [...notes] }, format, "not saved");
}

async function saved(ports: PlanPorts, data: string, objective: string, format: "text" | "json"): Promise<Answer> {
  const parts = given(data, objective);
  const store = planStore(ports);
  if (parts.objective === "") {
    throw invalid(
      (say) =>
        `objective is missing in ${say.name("data")}: say what is to be done, e.g. ${say.example(planParameters.objective.example)}`,
    );
  }
  const { exploration, notes } = await filled(ports, parts);
  const hash = store.saveExploration(exploration);
  const answer = shown({ hash, ...copyOf(exploration), notes: [...notes] }, format, "saved");
  return { ...answer, operation: `an exploration was saved: ${exploration.objective.slice(0, 100)}` };
}

function cleared(ports: PlanPorts): Answer {
  const store = planStore(ports);
  const known = store.lastExploration();
  if (known === null) return nothingFound("no exploration is saved for this project");
  store.record([{ type: "plan", plan: known, how: "cleared" }]);
  return {
    found: true,
    operation: "an exploration was cleared",
    text: () => `the exploration ${shownHash(known)} is no longer the current one; its document is kept`,
    data: () => ({ operation: "cleared", hash: known }),
  };
}

function given(text: string, objective: string): GivenExploration {
  try {
    return readExploration(text, objective.trim());
  } catch (error) {
    if (error instanceof PlanFlaw) throw invalid(error.message);
    throw error;
  }
}

/** What was given, and what helix knows for the rest. */
async function filled(
  ports: PlanPorts,
  parts: GivenExploration,
): Promise<{ exploration: Exploration; notes: readonly string[] }> {
  const code = await codeOrNone(ports, parts.objective);
  const lessons = await knownLessons(ports, parts.objective, LESSONS);
  const { structure, targets } = code;
  const found: Exploration = {
    objective: parts.objective,
    structure: {
      directories: either(parts.directories, structure.directories),
      entry_points: either(parts.entryPoints, structure.entry_points),
      test_patterns: either(parts.testPatterns, structure.test_patterns),
      configs: either(parts.configs, structure.configs),
    },
    patterns: {
      framework: parts.framework || code.framework,
      confidence: confidenceOf(parts, code.confidence),
      idioms: parts.idioms,
    },
    memory: {
      failures: either(parts.failures, lessons.failure.map(lessonText)),
      patterns: either(parts.patterns, lessons.pattern.map(lessonText)),
    },
    targets: {
      files: either(parts.files, targets.files),
      functions: either(parts.functions, targets.functions),
    },
  };
  return { exploration: kept(found, await loadMask()), notes: code.notes };
}

/** An exploration without credentials. What is forbidden stays as it is: it is compared with what is written. */
function kept(found: Exploration, mask: Mask): Exploration {
  const { patterns, ...masked } = maskedData(found, mask);
  const { forbidden } = found.patterns.idioms;
  return { ...masked, patterns: { ...patterns, idioms: { ...patterns.idioms, forbidden } } };
}

/** An empty framework says nothing, nor does the confidence in it. */
function confidenceOf({ framework, confidence }: GivenExploration, known: number): number {
  if (framework === "") return known;
  return confidence ?? (framework === undefined ? known : 1);
}

/** What was given; where nothing was, or an empty list, what helix knows. */
function either<T>(given: readonly T[] | undefined, known: readonly T[]): readonly T[] {
  return given === undefined || given.length === 0 ? known : given;
}

/** Outside of a tree that helix indexes, the rest is worth having all the same. */
async function codeOrNone(ports: PlanPorts, objective: string): Promise<ExploredCode> {
  try {
    return await exploredCode(ports, objective);
  } catch (error) {
    if (!(error instanceof HelixError) || error.code === "CANCELLED") throw error;
    return { ...NO_CODE, notes: [`nothing is known of the code: ${error.message}`] };
  }
}

function copyOf({
  objective,
  structure,
  patterns,
  memory,
  targets,
}: Exploration): Omit<ExplorationData, "hash" | "notes"> {
  return {
    objective,
    structure: {
      directories: [...structure.directories],
      entry_points: [...structure.entry_points],
      test_patterns: [...structure.test_patterns],
      configs: [...structure.configs],
    },
    patterns: {
      framework: patterns.framework,
      confidence: patterns.confidence,
      idioms: { required: [...patterns.idioms.required], forbidden: [...patterns.idioms.forbidden] },
    },
    memory: { failures: [...memory.failures], patterns: [...memory.patterns] },
    targets: { files: [...targets.files], functions: targets.functions.map((each) => ({ ...each })) },
  };
}

function shown(data: ExplorationData, format: "text" | "json", state: "saved" | "not saved"): Answer {
  const { hash: _, notes: __, ...exploration } = data;
  return {
    found: true,
    text: (say) =>
      format === "json" ? JSON.stringify(exploration, null, 1) : explorationLines(data, state, say).join("\n"),
    data: () => data,
  };
}
