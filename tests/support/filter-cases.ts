// The recorded outputs below tests/fixtures/filters, one folder a tool: `cases.toml` lists the cases, `NAME.in.txt` is
// what the command printed, `NAME.out.txt` what helix makes of it. A case whose output stays whole has `whole`, the
// reason, and no second file. Where `input` names another case, its output is meant; where it is empty, none was printed.
// Of long outputs ordinary rows were left out. tests/golden/filters-bundled.test.ts checks the cases.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "smol-toml";
import type { CommandOutput } from "../../src/filters/command-output.ts";

/** What a case's name begins with. */
export const CASE_KINDS = ["success", "warnings", "hidden", "failure", "empty", "coloured", "huge"] as const;
export type CaseKind = (typeof CASE_KINDS)[number];

/** One recorded output. */
export interface FilterCase {
  /** The folder: the tool. */
  readonly tool: string;
  readonly name: string;
  readonly kind: CaseKind;
  readonly output: CommandOutput;
  /** The tool and its version, e.g. `git 2.39.5`. */
  readonly version: string;
  /** The day of the recording; empty for an output that was not recorded. */
  readonly date: string;
  readonly isRecorded: boolean;
  /** The filter that is to match: the folder's name, unless the case or the file says another one. */
  readonly filter: string;
  /** Why the output stays whole; null where it is shortened. */
  readonly whole: string | null;
  /** Where the output lies; null for the empty one. */
  readonly inputPath: string | null;
  readonly outputPath: string;
}

export const FILTER_CASES_ROOT = fileURLToPath(new URL("../fixtures/filters/", import.meta.url));

/** Cases of the built-in shortening, which a test of their own reads. */
export const BUILT_IN = "built-in";

type Table = Readonly<Record<string, unknown>>;

/** All cases, by tool, in the order of their files. Throws for a case that is not complete. */
export function filterCases(root = FILTER_CASES_ROOT): FilterCase[] {
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .filter((tool) => tool !== BUILT_IN)
    .sort()
    .flatMap((tool) => casesOf(root, tool));
}

/** A case is a row; what a row does not say, the file does: its date, its version and its filter. */
function casesOf(root: string, tool: string): FilterCase[] {
  const file = parse(readFileSync(join(root, tool, "cases.toml"), "utf8")) as Table;
  return ((file.case ?? []) as Table[]).map((row) => {
    const given: Table = { date: "", filter: tool, exit: 0, recorded: true, ...file, ...row };
    const place = `${tool}/cases.toml: ${String(given.name)}`;
    const text = (key: string) => {
      if (typeof given[key] !== "string") throw new Error(`${place}: ${key} is text`);
      return given[key];
    };
    const name = text("name");
    const kind = CASE_KINDS.find((each) => name === each || name.startsWith(`${each}-`));
    if (kind === undefined) throw new Error(`${place}: a name begins with one of ${CASE_KINDS.join(", ")}`);
    if (typeof given.exit !== "number" || typeof given.recorded !== "boolean")
      throw new Error(`${place}: exit is a number, recorded true or false`);
    const inputPath = inputPathOf(root, tool, given);
    return {
      tool,
      name,
      kind,
      output: {
        command: text("command"),
        text: inputPath === null ? "" : readFileSync(inputPath, "utf8"),
        isFailure: given.exit !== 0,
      },
      version: text("version"),
      date: text("date"),
      isRecorded: given.recorded,
      filter: text("filter"),
      whole: given.whole === undefined ? null : String(given.whole),
      inputPath,
      outputPath: join(root, tool, `${name}.out.txt`),
    };
  });
}

/** Where the output of a row lies; null for the empty one. */
export function inputPathOf(root: string, tool: string, { name, input = `${tool}/${name}` }: Table): string | null {
  return input === "" ? null : join(root, `${input}.in.txt`);
}

/** The page that lists the cases, by filter. `sizes` gives the bytes of a case before and after. */
export function renderCasesPage(
  cases: readonly FilterCase[],
  sizes: (each: FilterCase) => { before: number; after: number },
): string {
  const rows = [...new Set(cases.map(({ filter }) => filter))].sort().map((filter) => {
    const own = cases.filter((each) => each.filter === filter);
    const short = own.filter(({ whole }) => whole === null).map(sizes);
    const before = short.reduce((sum, each) => sum + each.before, 0);
    const after = short.reduce((sum, each) => sum + each.after, 0);
    const less =
      before === 0 ? "stays whole" : `${before} → ${after} (${Math.round(100 - (after / before) * 100)} % less)`;
    return [
      `\`${filter}\``,
      [...new Set(own.map(({ version }) => version))].join(", "),
      own.map(({ name, isRecorded }) => (isRecorded ? name : `${name} (not recorded)`)).join(", "),
      [...new Set(own.map(({ date }) => date))].filter((date) => date !== "").join(", "),
      less,
    ];
  });
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`;
  return `# Cases of the bundled filters

Each filter that helix brings along is tried on outputs of the real tool, the long ones with fewer of their ordinary rows
than it printed, and with the counts of those. The outputs lie in \`tests/fixtures/filters\`,
what helix makes of them beside them; \`tests/golden/filters-bundled.test.ts\` compares. Bytes are those of the cases that
are shortened. A case stays whole where it is short, where its command failed, or where shortening would save little.
Written by that test under \`HELIX_RECORD=1\`.

${line(["filter", "tool", "cases", "recorded", "bytes"])}|---|---|---|---|---|
${rows.map(line).join("")}`;
}
