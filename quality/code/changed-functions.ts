// Which functions commits changed: those that hold a line which the old side of a commit's difference has, or between
// whose lines new ones were put.

import { gitObjects, gitText } from "../git/git.ts";
import { type FunctionReader, functionAround } from "./functions.ts";
import type { CodeQuestion } from "./questions.ts";

/** Lines of the old side; `count` 0 stands for the place behind line `from`. */
export interface OldLines {
  readonly from: number;
  readonly count: number;
}

/** A file of a commit's difference. */
interface ChangedFile {
  readonly path: string;
  /** The object that holds the text before. */
  readonly object: string;
  readonly lines: readonly OldLines[];
}

const DIFFERENCE = [
  ...["--literal-pathspecs", "-c", "core.quotePath=off", "diff-tree", "--no-commit-id", "-r", "-p", "-U0"],
  ...["--full-index", "--no-ext-diff", "--no-textconv"],
];

/** What a function is called among those of all files. */
export function functionId(path: string, name: string): string {
  return `${path}#${name}`;
}

/** The functions that each question's commit changed in its implementation files, by the name of the commit. */
export async function changedFunctions(
  folder: string,
  questions: readonly CodeQuestion[],
  reader: FunctionReader,
): Promise<Map<string, Set<string>>> {
  const changed = new Map<string, Set<string>>();
  for (const { commit, files: wanted } of questions) {
    const difference = gitText(folder, [...DIFFERENCE, commit.fullName, "--", ...wanted]);
    const files = parseDifference(difference ?? "");
    const texts = gitObjects(
      folder,
      files.map(({ object }) => object),
    );
    const ids = new Set<string>();
    for (const [at, { path, lines }] of files.entries()) {
      const text = texts[at];
      if (text === null || text === undefined) continue;
      const functions = await reader.read(path, new TextDecoder().decode(text));
      for (const { from, count } of lines) {
        // An insertion is within a function if the lines on both of its sides are.
        if (count === 0) addId(ids, path, functionAround(functions, from, from + 1)?.name);
        for (let line = from; line < from + count; line++)
          addId(ids, path, functionAround(functions, line, line)?.name);
      }
    }
    changed.set(commit.name, ids);
  }
  return changed;
}

function addId(ids: Set<string>, path: string, name: string | undefined): void {
  if (name !== undefined) ids.add(functionId(path, name));
}

/** Reads what `git diff-tree -p -U0 --full-index` writes of one commit. */
export function parseDifference(output: string): ChangedFile[] {
  const files: ChangedFile[] = [];
  let object = "";
  let lines: OldLines[] = [];
  let isHeader = false;
  for (const line of output.split("\n")) {
    const hunk = /^@@ -(\d+)(?:,(\d+))? /.exec(line);
    if (line.startsWith("diff --git ")) {
      isHeader = true;
      lines = [];
    } else if (hunk !== null) {
      isHeader = false;
      lines.push({ from: Number(hunk[1]), count: Number(hunk[2] ?? 1) });
    } else if (isHeader && line.startsWith("index ")) object = line.slice(6, line.indexOf(".."));
    else if (isHeader && line.startsWith("--- a/"))
      files.push({ path: line.slice(6).replace(/\t$/, ""), object, lines });
  }
  return files;
}
