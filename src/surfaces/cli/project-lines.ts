// What `helix setup` shows of the project that it runs in: that helix reads its code, and what to ask about it.

import { counted } from "../../base/wording.ts";
import { shellWord } from "../../clients/claude-code/finding.ts";
import { cleanLine } from "../../engine/text/clean.ts";
import { briefMap } from "../../features/code/brief-map.ts";
import type { CodeMapData } from "../../features/code/data.ts";
import type { CodePorts } from "../../features/code/ports.ts";
import { settledReading } from "../../features/code/reading.ts";
import { TOOLS } from "../../features/tools.ts";
import { currentProject } from "../environment.ts";
import { timeoutScale } from "../timeout-scale.ts";
import { type ParsedValues, withKnowledgeBase } from "./command.ts";

/** Nobody waits longer for a first look at a project, in milliseconds, nor for a shorter look at one with much code. */
const LOOK_MS = 5000;
const SHORT_LOOK_MS = 8000;
const LANGUAGES_SHOWN = 3;
const ENTRIES_SHOWN = 3;

/**
 * Lines about the project around the working directory; none outside of projects, and where nothing can be said. `own`
 * is how this program is called here.
 */
export async function projectLines(values: ParsedValues, own: string): Promise<string[]> {
  const project = currentProject();
  const feature = await TOOLS.find(({ name }) => name === "code")?.load();
  if (project === null || feature === undefined) return [];
  const root = cleanLine(project.root);
  const signal = AbortSignal.timeout(LOOK_MS * timeoutScale);
  try {
    return await withKnowledgeBase(values, async (context) => {
      try {
        const answer = await feature.run({ ...context, signal }, { action: "map", path: project.root });
        return answer.found ? linesOf(answer.data() as CodeMapData, root, own) : [];
      } catch (error) {
        if (!signal.aborted) throw error;
        return await shortLines({ ...context, signal: AbortSignal.timeout(SHORT_LOOK_MS * timeoutScale) }, root, own);
      }
    });
  } catch {
    // The index is off, it cannot be read, or the project is very large: the commands themselves say which.
    return signal.aborted ? [`${root}: much code; see it by ${own} code map`] : [];
  }
}

/** Lines about a tree whose code is not parsed yet: what reading its lines tells. */
export async function shortLines(ports: CodePorts, root: string, own: string): Promise<string[]> {
  const { lines } = await settledReading(ports, briefMap);
  const [made, ...others] = lines.map(({ text }) => text);
  if (made === undefined) return [];
  return [
    `${root}: ${made}`,
    ...others,
    `it can be searched: ${own} code search "what I want to change"; who uses what is read on by ${own} code map`,
  ];
}

function linesOf({ languages, entryPoints, modules }: CodeMapData, root: string, own: string): string[] {
  const files = languages.reduce((sum, language) => sum + language.files, 0);
  const names = languages.slice(0, LANGUAGES_SHOWN).map(({ name }) => name);
  const entries = [...new Set(entryPoints.flatMap(({ path }) => path ?? []))].slice(0, ENTRIES_SHOWN);
  const entered = entries.length === 0 ? "" : `; entered at ${entries.join(", ")}`;
  const symbols = modules.flatMap((module) => module.symbols);
  const most = symbols.reduce<(typeof symbols)[number] | null>(
    (best, each) => (each.users > (best?.users ?? 0) ? each : best),
    null,
  );
  const asked =
    most === null
      ? []
      : [
          `${most.name} (${most.path}:${most.line}) is used in ${counted(most.users, "other file", "other files")}: ${own} code impact ${shellWord(most.name)}`,
        ];
  return [`${root}: ${counted(files, "file", "files")} of code (${names.join(", ")})${entered}`, ...asked];
}
