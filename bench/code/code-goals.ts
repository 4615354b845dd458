// The aims of code: the index of a tree, searches, changes, the look at the tree. They are meant for 1.2 million lines.
// Pure.

import { type Goal, ratio } from "../goal.ts";
import type { Figures } from "../run-record.ts";
import { counted } from "../samples.ts";

const SEARCHABLE_S = 8;
const COMPLETE_S = 25;
const MEMORY_MB = 1000;
const INDEX_SHARE = 60;
const SEARCH_MS = 4;
const CALLERS_MS = 2;
const IMPACT_MS = 3;
const CHANGED_MS = 20;
const PROMPT_MS = { p50: 6, p95: 12 };
const HOOK_MS = { p50: 1, p95: 4 };
const LSTATS = 2;

/** The aims with the values of a run; none where no code was measured. */
export function codeGoals(figures: Figures): Goal[] {
  const at = (id: string) => figures.p50("code", id);
  const lines = at("lines");
  if (lines === undefined) return [];
  const value = (label: string, id: string, limit: number | null, unit = "ms") => ({
    label,
    value: at(id),
    limit,
    unit,
  });
  const chunks = `${counted(at("chunks") ?? 0)} chunks`;
  const ping = { what: "read of one line in a tree of one file", value: at("read-line-single") };
  const look = { what: "lstat of all files", value: at("lstat") };
  return [
    {
      what: `code: index of ${counted(lines)} lines, to the first whole answer`,
      conditions: [
        value("time", "searchable", SEARCHABLE_S, "s"),
        value("all code parsed", "complete", COMPLETE_S, "s"),
        value("memory at most", "index-peak", MEMORY_MB, "MB"),
        value("share of the text", "index-share", INDEX_SHARE, "%"),
      ],
      floors: [{ what: "SQLite FTS5: chunks put in", value: at("fts5-insert") }],
    },
    {
      what: `code: search, 3 words, ${chunks}`,
      conditions: [
        value("p50", "search", SEARCH_MS),
        { label: "p95", value: figures.p95("code", "search"), limit: null, unit: "ms" },
        value("a commit's subject", "search-sentence", null),
      ],
      floors: [look, ping, { what: "for comparison: SQLite FTS5, in process", value: at("fts5-search") }],
    },
    {
      what: `code: first searches of a server, after a second, ${chunks}`,
      conditions: [
        value("median of 40", "first-later-40", SEARCH_MS),
        value("first", "first-later-1", null),
        value("at once: median of 40", "first-at-once-40", null),
        value("first", "first-at-once-1", null),
      ],
      floors: [look, ping],
    },
    ...functionGoals(figures, value, [look, ping]),
    {
      what: "code: one file changed, the search behind it",
      conditions: [
        value("p50", "changed", CHANGED_MS),
        { ...value("found", "changed-found", 100, "%"), atLeast: true },
        { label: "p95", value: figures.p95("code", "changed"), limit: null, unit: "ms" },
      ],
      floors: [look, { what: "search, 3 words", value: at("search") }],
    },
    {
      what: "code: the look at the tree before an answer",
      conditions: [
        { label: "ratio to lstat of all files", value: ratio(at("look"), at("lstat")), limit: LSTATS, unit: "" },
        value("p50", "look", null),
      ],
      floors: [look],
    },
  ];
}

/** The aims of questions about functions. */
function functionGoals(
  figures: Figures,
  value: (label: string, id: string, limit: number) => Goal["conditions"][number],
  floors: NonNullable<Goal["floors"]>,
): Goal[] {
  const chunks = `${counted(figures.p50("code", "chunks") ?? 0)} chunks`;
  return [
    {
      what: `code: callers of a function, ${chunks}`,
      conditions: [
        value("p50", "callers", CALLERS_MS),
        { label: "p95", value: figures.p95("code", "callers"), limit: null, unit: "ms" },
      ],
      floors,
    },
    {
      what: `code: impact of a function, three steps far, ${chunks}`,
      conditions: [
        value("p50", "impact", IMPACT_MS),
        { label: "p95", value: figures.p95("code", "impact"), limit: null, unit: "ms" },
      ],
      floors,
    },
    hookGoal(figures, "a prompt", "hook-prompt", PROMPT_MS, floors),
    hookGoal(figures, "an edit", "hook-edit", HOOK_MS, floors),
  ];
}

function hookGoal(
  figures: Figures,
  event: string,
  id: string,
  limits: { readonly p50: number; readonly p95: number },
  floors: NonNullable<Goal["floors"]>,
): Goal {
  return {
    what: `code: a hook with all sources, through the server, ${event}`,
    conditions: [
      { label: "p50", value: figures.p50("code", id), limit: limits.p50, unit: "ms" },
      { label: "p95", value: figures.p95("code", id), limit: limits.p95, unit: "ms" },
    ],
    floors,
  };
}
