// helix's own search of code, in process: the files of a set as one generation, the commits as they come.

import { pathClassOf } from "../../src/code/files/path-class.ts";
import { COMMIT_SCHEMA } from "../../src/code/index/code-schemas.ts";
import { commitDocument } from "../../src/code/index/commit-document.ts";
import { GenerationBuilder } from "../../src/code/index/generation.ts";
import { SegmentBuilder } from "../../src/code/index/segment-builder.ts";
import { parseFilters } from "../../src/code/search/code-filter.ts";
import { type SearchedCode, searchCode } from "../../src/code/search/code-search.ts";
import { COMMIT_FILES_MAX } from "../../src/code/search/commit-scores.ts";
import { totalsOf } from "../../src/code/search/field-scores.ts";
import { type CodeSet, renamesOf } from "./code-set.ts";
import { type CodePlace, type CodeRanker, type CodeSystem, PLACES_MAX } from "./code-system.ts";
import type { HistoryCommit } from "./history.ts";

const EVERYTHING = parseFilters("").filter;
const NO_STAMP = { facts: 0n, content: 0n };

/** Which earlier commits count: none, those before the revision, or all before the question. */
export type HistoryUse = "none" | "before" | "live";

/** The engine, as a row of that name. */
export function engineSystem(name: string, history: HistoryUse): CodeSystem {
  return { name, load: (set) => loadEngine(set, history) };
}

function loadEngine({ files, before }: CodeSet, history: HistoryUse): CodeRanker {
  const builder = new GenerationBuilder();
  for (const { path, text } of files) builder.add(path, text, NO_STAMP);
  const generations = [{ files: builder.files, chunks: builder.chunks, isGone: null }];
  const known = new Set(files.map(({ path }) => path));
  const places = new Map(files.map(({ path }, file) => [path, { generation: 0, file }]));
  const commits = new SegmentBuilder(COMMIT_SCHEMA);
  const renames = renamesOf(before);
  const learn = (commit: HistoryCommit) => {
    renames.add(commit);
    addCommit(commits, commit);
  };
  if (history !== "none") for (const commit of before) addCommit(commits, commit);
  const code: SearchedCode = {
    generations,
    totals: totalsOf(generations),
    commits: history === "none" ? [] : [{ segment: commits.segment, isGone: null }],
    nameNow: (path) => renames.nameNow(path, (name) => known.has(name)),
    placeOf: (path) => places.get(path) ?? null,
  };
  const { chunks } = builder;
  return {
    rank({ commit, text }) {
      const found = searchCode(code, { text, filter: EVERYTHING, nowMinutes: commit.time / 60 });
      const places = found.chunks.slice(0, PLACES_MAX).map(({ file, chunk }): CodePlace => {
        const from = chunks.numbers("from").of(chunk);
        return { path: file.path, from, to: from + chunks.numbers("lines").of(chunk) - 1 };
      });
      const isMain = (path: string) => pathClassOf(path) !== "test";
      return { files: found.files.map(({ path }) => path).filter(isMain), places };
    },
    learn: history === "live" ? learn : () => undefined,
    close: () => undefined,
  };
}

function addCommit(commits: SegmentBuilder, commit: HistoryCommit): void {
  if (commit.changed > 0 && commit.changed <= COMMIT_FILES_MAX) commits.add(commitDocument(commit));
}
