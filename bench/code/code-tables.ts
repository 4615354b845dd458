// Tables of code: helix beside FTS5 and grep, and how everything grows with the lines. Pure.

import { Figures, type Measurement } from "../run-record.ts";
import { counted, rounded } from "../samples.ts";
import { table } from "../tables.ts";

const NONE = "–";
/** What stands before the number of lines in the name of a corpus of growth. */
export const GROWTH_PREFIX = "code-";

/** helix and what else can be asked for the same words; "" where only helix was measured. */
export function besideTable(measurements: readonly Measurement[], corpus = "code"): string {
  const figures = new Figures(measurements);
  const at = (id: string) => figures.p50(corpus, id);
  if (at("fts5-insert") === undefined) return "";
  const cut = at("fts5-cut");
  const built = cut === undefined ? undefined : cut + at("fts5-insert")!;
  const row = (name: string, values: readonly (number | undefined)[]) => [name, ...values.map(shown)];
  const head = [`code, ${counted(at("lines") ?? 0)} lines`, "built s", "disk MB", "search p50", "p95"];
  const p95 = (id: string) => figures.p95(corpus, id);
  return table(head, [
    row("helix, over MCP", [at("searchable"), at("index-size"), at("search"), p95("search")]),
    row("SQLite FTS5, porter, same chunks, in process", [
      built,
      at("fts5-size"),
      at("fts5-search"),
      p95("fts5-search"),
    ]),
    row("git grep -c, a process", [undefined, undefined, at("grep"), p95("grep")]),
  ]);
}

/** A row for each tree of a run of growth; "" where there is none. */
export function growthTable(measurements: readonly Measurement[]): string {
  const figures = new Figures(measurements);
  const rows = growthCorpora(measurements).map(({ corpus, lines }) => {
    const at = (id: string) => figures.p50(corpus, id);
    const numbers = [lines, at("files"), at("chunks")].map((value) => (value === undefined ? NONE : counted(value)));
    const share = at("index-share");
    const times = [figures.p50(corpus, "search"), figures.p95(corpus, "search")];
    const fts5 = [at("fts5-insert"), at("fts5-size"), at("fts5-search")];
    return [
      ...numbers,
      ...[at("bytes"), at("searchable"), at("index-peak"), at("memory"), at("index-size")].map(shown),
      share === undefined ? NONE : `${Math.round(share)} %`,
      ...[...times, ...fts5, at("grep")].map(shown),
    ];
  });
  const head = [
    ...["lines", "files", "chunks", "text MB", "searchable s", "at most MB", "later MB", "index MB", "of the text"],
    ...["search p50 ms", "p95", "FTS5: put in s", "MB", "search p50", "grep"],
  ];
  return rows.length === 0 ? "" : table(head, rows, 0);
}

/** The corpora of growth, by lines. */
export function growthCorpora(measurements: readonly Measurement[]): { corpus: string; lines: number }[] {
  return measurements
    .filter(({ corpus, id }) => corpus.startsWith(GROWTH_PREFIX) && id === "lines")
    .map(({ corpus, p50 }) => ({ corpus, lines: p50 }))
    .sort((a, b) => a.lines - b.lines);
}

function shown(value: number | undefined): string {
  return value === undefined ? NONE : rounded(value);
}
