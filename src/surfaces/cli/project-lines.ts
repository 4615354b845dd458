// What `helix setup` shows of the project that it runs in: that helix reads its code, and what to ask about it.

import { counted } from "../../base/wording.ts";
import { shellWord } from "../../clients/claude-code/finding.ts";
import { cleanLine } from "../../engine/text/clean.ts";
import type { CodeMapData } from "../../features/code/data.ts";
import { TOOLS } from "../../features/tools.ts";
import { currentProject } from "../environment.ts";
import { timeoutScale } from "../timeout-scale.ts";
import { type ParsedValues, withKnowledgeBase } from "./command.ts";

/** Nobody waits longer for a first look at a project, in milliseconds. */
const LOOK_MS = 8000;
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
  const signal = AbortSignal.timeout(LOOK_MS * timeoutScale);
  try {
    const answer = await withKnowledgeBase(values, (context) =>
      feature.run({ ...context, signal }, { action: "map", path: project.root }),
    );
    return answer.found ? linesOf(answer.data() as CodeMapData, cleanLine(project.root), own) : [];
  } catch {
    // The index is off, the project is large, or it cannot be read: the commands themselves say which.
    return signal.aborted ? [`${cleanLine(project.root)}: much code; see it by ${own} code map`] : [];
  }
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
