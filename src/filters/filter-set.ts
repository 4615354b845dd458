// The filters that count, and which of them is for a command line.
//
// - The project's stand before the user's, the user's before those that helix brings along. Of two with one name the
//   first counts. Within a file their order is kept; the user's files are read in the order of their names.
// - The command that another one runs comes first: the filter of the outer one counts where none has the inner one.
// - The project's file counts while its content is the one that was trusted (trusted-files.ts).
// - A file or a filter that is wrong is reported in `problems`, and the others count.

import { orElse } from "../base/errors.ts";
import { beginningsOf } from "./beginnings.ts";
import { BUNDLED } from "./bundled/index.ts";
import { expression } from "./expressions.ts";
import type { FilterDefinition, InlineTest } from "./filter-definition.ts";
import { type PrintedLine, type PrintingCommand, printedLine } from "./printing-commands.ts";
import { FILE_BYTES_MAX, type FilterFile, readFiltersOnce } from "./read-filters.ts";
import { isTrusted, PROJECT_FILE } from "./trusted-files.ts";

/** The files that filters are read from. */
export interface FilterFiles {
  readText(path: string, bytesMax: number, root?: string): string | null;
  kind(path: string): "file" | "directory" | "other" | null;
  /** The names of the entries of a folder; none where it cannot be read. */
  names(path: string): readonly string[];
}

/** Which filters are wanted. */
export interface FilterPlaces {
  readonly files: FilterFiles;
  /** The knowledge base directory: the user's files lie in `filters/` there. */
  readonly directory: string;
  /** The top of the project's work tree; null for none. */
  readonly project: string | null;
}

/** A filter, and whether another one of its name stands before it. */
export interface ListedFilter {
  readonly filter: FilterDefinition;
  readonly isOverridden: boolean;
}

/** Only so many files of a user are read. */
const USER_FILES_MAX = 200;

interface Candidate {
  readonly filter: FilterDefinition;
  readonly beginnings: readonly string[] | null;
}

const candidates = new WeakMap<FilterDefinition, Candidate>();

function candidateOf(filter: FilterDefinition): Candidate {
  const known = candidates.get(filter) ?? { filter, beginnings: beginningsOf(filter.matchCommand) };
  candidates.set(filter, known);
  return known;
}

/** The filters that count. */
export class FilterSet {
  readonly problems: readonly string[];
  readonly tests: readonly InlineTest[];
  readonly #listed: readonly ListedFilter[];
  /** Those of the project and the user, and those that helix brings along. */
  readonly #own: readonly Candidate[];
  readonly #bundled: readonly Candidate[];

  constructor(files: readonly FilterFile[]) {
    const names = new Set<string>();
    this.#listed = files.flatMap(({ filters }) =>
      filters.map((filter) => {
        const isOverridden = names.has(filter.name);
        names.add(filter.name);
        return { filter, isOverridden };
      }),
    );
    const counting = this.#listed.filter(({ isOverridden }) => !isOverridden).map(({ filter }) => candidateOf(filter));
    this.#own = counting.filter(({ filter }) => filter.source !== "bundled");
    this.#bundled = counting.filter(({ filter }) => filter.source === "bundled");
    this.problems = files.flatMap(({ problems }) => problems);
    this.tests = files.flatMap(({ tests }) => tests);
  }

  /** All filters, those that count first. */
  list(): readonly ListedFilter[] {
    return this.#listed;
  }

  /** The filter for a command line: the one that all commands have whose output is seen; null for none. */
  find(command: string): FilterDefinition | null {
    return this.findFor(printedLine(command));
  }

  /** The same for a line that was read already. A filter that leaves outputs whole is for all commands of the line. */
  findFor({ commands }: PrintedLine): FilterDefinition | null {
    const found = new Set(commands.map((command) => this.#findOne(command)));
    for (const filter of found) if (filter?.isWhole === true) return filter;
    const [filter = null] = found;
    return found.size === 1 ? filter : null;
  }

  #findOne(command: PrintingCommand): FilterDefinition | null {
    return findIn(this.#own, command, true) ?? findIn(this.#bundled, command, false);
  }
}

/** The filter for a command. People know commands with what runs them (`npx tsc`): their filters are tried on that, too. */
function findIn(
  candidates: readonly Candidate[],
  command: PrintingCommand,
  isWithGiven: boolean,
): FilterDefinition | null {
  const inner = new Set(command.inner.map((each) => findIn(candidates, each, isWithGiven)));
  const [filter = null] = inner;
  if (filter !== null && inner.size === 1) return filter;
  if (isWithGiven) return firstFor(candidates, [...command.texts, command.given]);
  return firstFor(candidates, command.texts) ?? firstFor(candidates, [command.given]);
}

function firstFor(candidates: readonly Candidate[], texts: readonly string[]): FilterDefinition | null {
  for (const { filter, beginnings } of candidates) {
    const wanted =
      beginnings === null ? texts : texts.filter((text) => beginnings.some((each) => text.startsWith(each)));
    // An expression that is not accepted matches nothing; `helix filter list` and the doctor name it.
    if (wanted.some((text) => orElse(false, () => expression(filter.matchCommand).test(text)))) return filter;
  }
  return null;
}

/** Reads the filters that count. Never throws. */
export function loadFilterSet(places: FilterPlaces): FilterSet {
  return new FilterSet([...projectFiles(places), ...userFiles(places), ...bundledFiles()]);
}

/** The filters that helix brings along. */
export function bundledFiles(): readonly FilterFile[] {
  return BUNDLED.map(({ name, text }) => readFiltersOnce(text, "bundled", name));
}

function projectFiles({ files, directory, project }: FilterPlaces): FilterFile[] {
  if (project === null) return [];
  const path = `${project}/${PROJECT_FILE}`;
  if (files.kind(path) === null) return [];
  const text = files.readText(path, FILE_BYTES_MAX, project);
  if (text === null) return [failed(PROJECT_FILE, `no file of at most ${FILE_BYTES_MAX} bytes in this project`)];
  if (!isTrusted(files, directory, path, text))
    return [failed(PROJECT_FILE, "not trusted: helix filter trust shows it")];
  return [readFiltersOnce(text, "project", PROJECT_FILE)];
}

function userFiles({ files, directory }: FilterPlaces): FilterFile[] {
  const folder = `${directory}/filters`;
  const names = orElse([], () => [...files.names(folder)])
    .filter((name) => name.endsWith(".toml"))
    .sort();
  const surplus = names.length > USER_FILES_MAX ? [failed(folder, `only ${USER_FILES_MAX} files are read`)] : [];
  const read = names.slice(0, USER_FILES_MAX).map((name) => {
    const text = files.readText(`${folder}/${name}`, FILE_BYTES_MAX);
    return text === null
      ? failed(name, `it cannot be read, or has more than ${FILE_BYTES_MAX} bytes`)
      : readFiltersOnce(text, "user", name);
  });
  return [...read, ...surplus];
}

function failed(file: string, problem: string): FilterFile {
  return { filters: [], tests: [], problems: [`${file}: ${problem}`] };
}
