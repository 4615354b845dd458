// Whether the chunks of every file of real repositories are all its lines, none twice: counts by language, and the
// files for which that is not so.

import { counted } from "../../bench/samples.ts";
import { table } from "../../bench/tables.ts";
import { type ChunkedText, chunkText } from "../../src/code/index/code-document.ts";
import { languageName } from "../../src/code/languages.ts";
import { gitText } from "../git/git.ts";
import { repositoryName, repositoryRefused } from "./code-set.ts";
import { coverageFlaw } from "./line-coverage.ts";
import { type LeftOut, treeFiles } from "./tree-files.ts";

/** Sums over the files of a language. */
export interface LineSums {
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
export function measureLines(folders: readonly string[], revision: string | null): LineCoverage {
  const byLanguage = new Map<string, LineSums>();
  const leftOut: LeftOut = { large: 0, binary: 0 };
  const wrong: WrongFile[] = [];
  for (const folder of folders) {
    const repository = repositoryName(folder);
    const wanted = revision ?? "HEAD";
    const commit = gitText(folder, ["rev-parse", "--verify", "-q", `${wanted}^{commit}`]);
    if (commit === null) throw repositoryRefused(folder, `there is no git repository with ${wanted}`, "--code-lines");
    for (const { path, text } of treeFiles(folder, commit, leftOut)) {
      const chunked = chunkText(path, text);
      const why = coverageFlaw(text, chunked);
      if (why !== null) wrong.push({ repository, path, why });
      add(byLanguage, languageOf(path, chunked), chunked);
    }
  }
  return { repositories: folders.length, byLanguage, leftOut, wrong };
}

function languageOf(path: string, { language }: ChunkedText): string {
  if (language !== null) return languageName(language);
  return MARKDOWN.test(path) ? "Markdown" : "other text";
}

function add(byLanguage: Map<string, LineSums>, language: string, { lines, chunks }: ChunkedText): void {
  const sums = byLanguage.get(language) ?? { files: 0, lines: 0, chunks: 0 };
  byLanguage.set(language, sums);
  sums.files++;
  sums.lines += lines.length;
  sums.chunks += chunks.length;
}

/** The same as text: a row for each language, most files first, their sum, and the wrong files. */
export function linesTable({ repositories, byLanguage, leftOut, wrong }: LineCoverage): string {
  const rows = [...byLanguage].sort(([a, x], [b, y]) => y.files - x.files || (a < b ? -1 : 1));
  const cells = (name: string, { files, lines, chunks }: LineSums) => [name, ...[files, lines, chunks].map(counted)];
  const total: LineSums = { files: 0, lines: 0, chunks: 0 };
  for (const [, sums] of rows) {
    total.files += sums.files;
    total.lines += sums.lines;
    total.chunks += sums.chunks;
  }
  const head = [repositories === 1 ? "one repository" : `${repositories} repositories`, "files", "lines", "chunks"];
  return [
    table(head, [...rows.map(([name, sums]) => cells(name, sums)), cells("all", total)]),
    `left out: ${counted(leftOut.binary)} binary, ${counted(leftOut.large)} over 1.5 MB`,
    `wrong=${wrong.length}`,
    ...wrong.map(({ repository, path, why }) => `- ${repository} ${JSON.stringify(path)}: ${why}`),
  ].join("\n");
}
