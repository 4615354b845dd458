// `helix filter trust`: a person says that a project's filters may count. What they are is shown before. The answer is
// for one content: an edit takes the trust away.
//
// A model must not do it: what a repository brings along could ask for it. So it takes a terminal on both sides, and no
// client above in the tree of processes.

import type { Answer } from "../../base/answer.ts";
import { HelixError, invalid } from "../../base/errors.ts";
import { counted } from "../../base/wording.ts";
import { expressionProblems } from "../../filters/filter-check.ts";
import { FILE_BYTES_MAX, readFilters } from "../../filters/read-filters.ts";
import {
  contentHash,
  isTrusted,
  PROJECT_FILE,
  TRUST_FILE,
  trustedFiles,
  withoutTrusted,
  withTrusted,
} from "../../filters/trusted-files.ts";
import { replaceWhole } from "../../platform/atomic-file.ts";
import { diskFileSystem } from "../../platform/disk-file-system.ts";
import { diskFiles } from "../../platform/disk-small-files.ts";
import { readAnswer } from "../../platform/user-input.ts";
import { currentDirectory, currentProject } from "../environment.ts";
import type { ParsedValues } from "./command.ts";
import type { FilterTrustData } from "./data/filters.ts";
import { printAnswer } from "./output.ts";
import { isTypedByPerson } from "./typed-by-person.ts";

interface ProjectFile {
  readonly path: string;
  readonly text: string;
}

/** Trusts the project's file, or with `--forget` takes the trust back. */
export async function trustFilters(
  values: ParsedValues,
  directory: string,
  subject: string | undefined,
): Promise<Answer> {
  const file = fileOf(subject);
  if (values.forget === true) return forget(directory, file);
  if (isTrusted(diskFiles, directory, file.path, file.text))
    return answerOf(directory, file, `${file.path} is trusted already`, false);
  await refuseModels();
  const { filters, problems } = readFilters(file.text, "project", PROJECT_FILE);
  printAnswer(
    [file.text.trimEnd(), "", `${file.path}: ${counted(filters.length, "filter", "filters")}`, ...problems].join("\n"),
  );
  const answer = readAnswer('Shorten outputs by these filters in this project? Type "yes": ');
  if (answer.trim().toLowerCase() !== "yes") return answerOf(directory, file, "nothing was changed", false);
  diskFileSystem.makeDirectory(directory);
  write(directory, withTrusted(trustedFiles(diskFiles, directory), file.path, file.text));
  return answerOf(directory, file, `${file.path} is trusted until it is changed`, true);
}

function forget(directory: string, file: ProjectFile): Answer {
  const trusted = trustedFiles(diskFiles, directory);
  if (!trusted.has(file.path))
    throw new HelixError("NOT_FOUND", `${file.path} is not trusted: there is nothing to forget`);
  write(directory, withoutTrusted(trusted, file.path));
  return answerOf(directory, file, `${file.path} is not trusted any more`, true);
}

function write(directory: string, text: string): void {
  replaceWhole(diskFileSystem, `${directory}/${TRUST_FILE}`, Buffer.from(text));
}

function fileOf(subject: string | undefined): ProjectFile {
  const root = currentProject()?.root ?? null;
  const here = currentDirectory();
  if (root === null || here === null)
    throw new HelixError(
      "NOT_FOUND",
      `this directory is in no git work tree: only a project's ${PROJECT_FILE} can be trusted`,
    );
  const path = `${root}/${PROJECT_FILE}`;
  const given =
    subject === undefined ? path : diskFiles.realPath(subject.startsWith("/") ? subject : `${here}/${subject}`);
  if (given !== path && given !== diskFiles.realPath(path))
    throw invalid(`only ${path} can be trusted here, e.g. helix filter trust`);
  const text = diskFiles.readText(path, FILE_BYTES_MAX, root);
  if (text === null) throw new HelixError("NOT_FOUND", `there is no ${path} of at most ${FILE_BYTES_MAX} bytes`);
  return { path, text };
}

/** Throws where a program may have typed the command. */
async function refuseModels(): Promise<void> {
  if (!(await isTypedByPerson()))
    throw invalid(
      "only a person can trust a project's filters: type it in a terminal of your own, e.g. helix filter trust",
    );
}

function answerOf(directory: string, { path, text }: ProjectFile, said: string, isChanged: boolean): Answer {
  const { filters, problems } = readFilters(text, "project", PROJECT_FILE);
  const all = [...problems, ...filters.flatMap(expressionProblems)];
  return {
    found: true,
    ...(isChanged ? { operation: said } : {}),
    text: () => [said, ...all].join("\n"),
    data: (): FilterTrustData => ({
      file: path,
      hash: contentHash(text),
      trusted: isTrusted(diskFiles, directory, path, text),
      filters: filters.map(({ name }) => name),
      problems: all,
    }),
  };
}
