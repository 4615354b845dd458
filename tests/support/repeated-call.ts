// Makes a call of a tool once more in this process, for its data: a server tells texts only. The call is made on a copy
// of the notes in memory, taken before the server is asked, so that it finds what the server finds and changes nothing.
//
// Invariants
// - What the server refuses is not repeated. What only the repeated call refuses is no finding; data that are not as
//   their schema says are one.
// - A call that would write a file beside the log is not repeated: checkpoints (tests/e2e/cli-checkpoint.test.ts).

import { readFileSync } from "node:fs";
import { HelixError } from "../../src/base/errors.ts";
import { DiskFiles } from "../../src/code/store/disk-files.ts";
import { parseFiles } from "../../src/code/store/parse-files.ts";
import type { CodeParser } from "../../src/code/store/thread-parser.ts";
import { LOG_NAME } from "../../src/engine/log/data-log.ts";
import { SessionLog } from "../../src/events/session-log.ts";
import { SessionState } from "../../src/events/session-state.ts";
import { TOOLS } from "../../src/features/tools.ts";
import { type FoundProject, findProject, projectOf } from "../../src/notes/projects/project.ts";
import { INDEX_NAME } from "../../src/notes/store/log-follower.ts";
import { diskFiles } from "../../src/platform/disk-small-files.ts";
import { diskSourceFiles } from "../../src/platform/source-files.ts";
import { DiskCodeTrees } from "../../src/surfaces/code-trees.ts";
import { checkToolData } from "./json-answers.ts";
import { openKnowledgeBase } from "./knowledge.ts";
import { MemoryFileSystem } from "./memory-file-system.ts";

type Values = Readonly<Record<string, unknown>>;

/** Where a server runs, and what its clock says. */
export interface Place {
  readonly directory: string;
  readonly cwd: string;
  readonly now: string;
}

const OTHER_FILES = /^(?:clear_)?checkpoint$/i;

/** Prepares a call, before the server is asked. What it returns makes the call and checks its data. */
export function repeatedCall(name: string, values: Values, place: Place): () => Promise<void> {
  const files = notesOf(place.directory);
  return async () => {
    const data = await dataOf(name, values, place, files);
    if (data !== undefined) checkToolData(name, values, data);
  };
}

function notesOf(directory: string): MemoryFileSystem {
  const files = new MemoryFileSystem();
  for (const name of [LOG_NAME, INDEX_NAME]) {
    try {
      files.write(`${directory}/${name}`, readFileSync(`${directory}/${name}`));
    } catch {
      // There is none yet.
    }
  }
  return files;
}

/** Parses in this thread, where grammars stay loaded: a thread of each call's own would load them again. */
function parserHere(root: string): CodeParser {
  const tree = new DiskFiles(root, { sources: diskSourceFiles, wallMs: () => Date.now() });
  return { lanes: 1, parse: (_root, paths) => parseFiles(tree, paths), close: () => undefined };
}

/** The data of the call; undefined where it is refused or not made. */
async function dataOf(
  name: string,
  values: Values,
  { directory, cwd, now }: Place,
  files: MemoryFileSystem,
): Promise<unknown> {
  const tool = TOOLS.find((each) => each.name === name);
  if (tool === undefined || OTHER_FILES.test(String(values.action).trim())) return undefined;
  const feature = await tool.load();
  const clock = () => Date.parse(now);
  const base = openKnowledgeBase(directory, { clock, files });
  const judgeProject = (found: FoundProject) => projectOf(found, true);
  const found = findProject(cwd, diskFiles);
  const code = new DiskCodeTrees(directory, null, parserHere);
  const context = {
    base,
    code,
    project: found === null ? null : judgeProject(found),
    judgeProject,
    directory: cwd,
    session: new SessionLog(clock(), [{ time: clock(), what: "an operation" }]),
    hookSession: () => new SessionState(),
  };
  try {
    return (await feature.run(context, values)).data();
  } catch (error) {
    if (error instanceof HelixError) return undefined;
    throw error;
  } finally {
    code.close();
    base.close();
  }
}
