// Whether the chunks of every file of real repositories are all its lines, none twice: counts by language, and the
// files for which that is not so. Beside them, whether definitions are found and end where the parser says.

import { counted } from "../../bench/samples.ts";
import { table } from "../../bench/tables.ts";
import { type ChunkedText, chunkText } from "../../src/code/index/code-document.ts";
import { languageName } from "../../src/code/languages.ts";
import { gitText } from "../git/git.ts";
import { repositoryName, repositoryRefused } from "./code-set.ts";
import { type ExtentSums, Extents } from "./extents.ts";
import { coverageFlaw } from "./line-coverage.ts";
import { type LeftOut, treeFiles } from "./tree-files.ts";

/** Sums over the files of a language. */
export interface LineSums extends ExtentSums {
  files: number;
  lines: number;
  chunks: number;
}

/** A file whose chunks are not its lines. */
export interface WrongFile {
  readonly repository: string;
  readonly path: string;
  readonly why: string;
}

/** What was seen in all repositories. */
export interface LineCoverage {
  readonly repositories: number;
  readonly byLanguage: ReadonlyMap<string, LineSums>;
  readonly leftOut: LeftOut;
  readonly wrong: readonly WrongFile[];
}

const MARKDOWN = /\.(?:md|mdx|markdown)$/i;

/** Checks the files of repositories at a revision, by default HEAD. Throws ArgumentError where there is none. */
export async function measureLines(folders: readonly string[], revision: string | null): Promise<LineCoverage> {
  const byLanguage = new Map<string, LineSums>();
  const leftOut: LeftOut = { large: 0, binary: 0 };
  const wrong: WrongFile[] = [];
  const extents = new Extents();
  for (const folder of folders) {
    const repository = repositoryName(folder);
    const wanted = revision ?? "HEAD";
    const commit = gitText(folder, ["rev-parse", "--verify", "-q", `${wanted}^{commit}`]);
    if (commit === null) throw repositoryRefused(folder, `there is no git repository with ${wanted}`, "--code-lines");
    for (const { path, text } of treeFiles(folder, commit, leftOut)) {
      const chunked = chunkText(path, text);
      const why = coverageFlaw(text, chunked);
      if (why !== null) wrong.push({ repository, path, why });
      const { language, lines } = chunked;
      const ends = language === null ? null : await extents.of(text, language, lines.length);
      add(byLanguage, languageOf(path, chunked), chunked, ends);
    }
  }
  return { repositories: folders.length, byLanguage, leftOut, wrong };
}

function languageOf(path: string, { language }: ChunkedText): string {
  if (language !== null) return languageName(language);
  return MARKDOWN.test(path) ? "Markdown" : "other text";
}

function add(
  byLanguage: Map<string, LineSums>,
  language: string,
  { lines, chunks }: ChunkedText,
  ends: ExtentSums | null,
): void {
  const sums = byLanguage.get(language) ?? { ...NOTHING };
  byLanguage.set(language, sums);
  sums.files++;
  sums.lines += lines.length;
  sums.chunks += chunks.length;
  sums.defined += ends?.defined ?? 0;
  sums.found += ends?.found ?? 0;
  sums.ended += ends?.ended ?? 0;
}

const NOTHING: LineSums = { files: 0, lines: 0, chunks: 0, defined: 0, found: 0, ended: 0 };

/** A share in percent; empty where there is nothing to have one of. */
function percent(part: number, all: number): string {
  return all === 0 ? "" : ((100 * part) / all).toFixed(1);
}

/** The same as text: a row for each language, most files first, their sum, and the wrong files. */
export function linesTable({ repositories, byLanguage, leftOut, wrong }: LineCoverage): string {
  const rows = [...byLanguage].sort(([a, x], [b, y]) => y.files - x.files || (a < b ? -1 : 1));
  const cells = (name: string, { files, lines, chunks, defined, found, ended }: LineSums) => [
    name,
    ...[files, lines, chunks, defined].map(counted),
    percent(found, defined),
    percent(ended, defined),
  ];
  const total: LineSums = { ...NOTHING };
  for (const [, sums] of rows) {
    total.files += sums.files;
    total.lines += sums.lines;
    total.chunks += sums.chunks;
    total.defined += sums.defined;
    total.found += sums.found;
    total.ended += sums.ended;
  }
  const head = [
    repositories === 1 ? "one repository" : `${repositories} repositories`,
    "files",
    "lines",
    "chunks",
  ].concat(["definitions", "found %", "end right %"]);
  return [
    table(head, [...rows.map(([name, sums]) => cells(name, sums)), cells("all", total)]),
    `left out: ${counted(leftOut.binary)} binary, ${counted(leftOut.large)} over 1.5 MB`,
    `wrong=${wrong.length}`,
    ...wrong.map(({ repository, path, why }) => `- ${repository} ${JSON.stringify(path)}: ${why}`),
  ].join("\n");
}
