// `helix filter new`: makes a filter of the user's from an output, with a case that holds it.

import type { Answer } from "../../base/answer.ts";
import { HelixError, invalid } from "../../base/errors.ts";
import { counted } from "../../base/wording.ts";
import { Deadline } from "../../filters/deadline.ts";
import { applyFilter } from "../../filters/pipeline.ts";
import { printedLine } from "../../filters/printing-commands.ts";
import { caseInput, commandExpression, noiseExpressions, tomlText } from "../../filters/propose-filter.ts";
import { readFilters } from "../../filters/read-filters.ts";
import { replaceWhole } from "../../platform/atomic-file.ts";
import { diskFileSystem } from "../../platform/disk-file-system.ts";
import { diskFiles } from "../../platform/disk-small-files.ts";
import type { ParsedValues } from "./command.ts";
import type { FilterNewData } from "./data/filters.ts";
import { needed } from "./filters-here.ts";
import { keptOutput } from "./kept-output.ts";
import { inputOf } from "./run-feature.ts";

const EXAMPLE = "helix filter new deploy --command ./deploy.sh --from deploy.log";
const NAME = /^[A-Za-z0-9][\w.-]{0,63}$/;

/** Makes a file of the user's with one filter and one case. */
export async function newFilter(values: ParsedValues, directory: string, subject: string | undefined): Promise<Answer> {
  const name = needed(subject, "new", "a NAME", EXAMPLE);
  if (!NAME.test(name))
    throw invalid(`${JSON.stringify(name)} is no name for a filter: letters, digits, - and _, e.g. ${EXAMPLE}`);
  if (values.command === undefined) throw invalid(`helix filter new needs --command CMD, e.g. ${EXAMPLE}`);
  if ((values.from === undefined) === (values.key === undefined))
    throw invalid(`helix filter new needs either --from FILE or --key KEY, e.g. ${EXAMPLE}`);
  const path = `${directory}/filters/${name}.toml`;
  if (diskFiles.kind(path) !== null) throw invalid(`${path} is there already: give another name, or edit it`);
  const [command] = printedLine(String(values.command)).commands;
  if (command === undefined) throw invalid(`--command names no command whose output is seen, e.g. ${EXAMPLE}`);
  const output =
    values.key === undefined
      ? await inputOf(String(values.from), "output")
      : await keptOutput(directory, String(values.key));
  if (output.trim() === "") throw new HelixError("NOT_FOUND", "the output is empty: there is nothing to filter");
  const stripped = noiseExpressions(output);
  const text = fileText(name, commandExpression(command), stripped, output);
  diskFileSystem.makeDirectory(`${directory}/filters`);
  replaceWhole(diskFileSystem, path, Buffer.from(text));
  const after = Buffer.byteLength(filtered(text, name, output));
  const before = Buffer.byteLength(output);
  const said = `${path}: ${counted(stripped.length, "expression", "expressions")} for noise; of ${before} bytes ${after} are left`;
  return {
    found: true,
    operation: said,
    text: () =>
      [said, ...stripped.map((each) => `  ${each}`), `look it over, then: helix filter test ${name}`].join("\n"),
    data: (): FilterNewData => ({ name, file: path, stripped, before, after }),
  };
}

/** The text of the file. The case expects what the filter makes of the beginning of the output now. */
function fileText(name: string, command: string, stripped: readonly string[], output: string): string {
  const head = [
    "schema_version = 1",
    "",
    `[filters.${tomlText(name)}]`,
    `match_command = ${tomlText(command)}`,
    `strip_lines_matching = [${stripped.map((each) => `\n  ${tomlText(each)},`).join("")}${stripped.length > 0 ? "\n" : ""}]`,
    `on_empty = ${tomlText(`${name}: nothing but noise`)}`,
    "",
  ].join("\n");
  const input = caseInput(output);
  const expected = filtered(head, name, input, false);
  const test = [
    `[[tests.${tomlText(name)}]]`,
    `name = "as it was recorded"`,
    `input = ${tomlText(input)}`,
    `expected = ${tomlText(expected)}`,
    "",
  ];
  return `${head}\n${test.join("\n")}`;
}

function filtered(text: string, name: string, output: string, isGuarded = true): string {
  const filter = readFilters(text, "user", name).filters[0]!;
  const context = { isGuarded, deadline: new Deadline(() => performance.now()) };
  const lines = applyFilter(filter, output, context)?.lines ?? [];
  return lines.map((line) => line.text).join("\n");
}
