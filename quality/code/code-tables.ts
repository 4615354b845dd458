// Results about code as text. Pure.

import { counted, rounded } from "../../bench/samples.ts";
import { table } from "../../bench/tables.ts";
import { share } from "../tables.ts";
import type { ContextFigures, ContextResult } from "./context.ts";
import { type CodeFigures, type CodeResult, type CodeRow, meanCodeFigures } from "./measure-code.ts";
import { BUDGETS } from "./packing.ts";

const NONE = "–";
const HEAD = ["hit@1", "R@5", "R@10", "MRR@10", "nDCG@10", "function R@10", "nDCG@10", "p50 ms", "p95 ms"];

/** The tables of a repository: how well it was found, and how much was to be read. */
export function codeTable({ name, revision, files, commits, questions, functionQuestions, rows }: CodeResult): string {
  const size = `${counted(files)} files at ${revision.slice(0, 10)}, ${counted(commits)} commits before`;
  const asked = `${counted(questions)} questions, ${counted(functionQuestions)} of them about functions`;
  const cells = rows.map((row) => [row.system, ...figureCells(row), time(row.p50), time(row.p95)]);
  const problems = rows.filter(({ problem }) => problem !== "").map(({ system, problem }) => `- ${system}: ${problem}`);
  return [`${name}: ${size}; ${asked}`, table([name, ...HEAD], cells), ...problems, "", packingTable(rows)].join("\n");
}

/** The means over repositories, each counting the same; "" for a single one. */
export function codeMeans(results: readonly CodeResult[]): string {
  if (results.length < 2) return "";
  const systems = results[0]!.rows.map(({ system }) => system);
  const cells = systems.flatMap((system) => {
    const rows = results.flatMap((result) => result.rows.find((row) => row.system === system) ?? []);
    const files = rows.flatMap((row) => row.files ?? []);
    const functions = rows.flatMap((row) => row.functions ?? []);
    if (files.length < results.length) return [];
    const mean = {
      files: meanCodeFigures(files),
      functions: functions.length === 0 ? null : meanCodeFigures(functions),
    };
    return [[system, ...figureCells(mean)]];
  });
  return table([`mean of ${results.length} repositories`, ...HEAD.slice(0, -2)], cells);
}

/** What answers of a budget hold, a repository a row; the means last, where there are several. */
export function contextTable(results: readonly ContextResult[]): string {
  const head = [
    "repository",
    "asked for",
    "tokens",
    "file %",
    "files %",
    "function %",
    "body %",
    "whole body %",
    "length",
  ];
  const cells = results.flatMap(({ name, questions, functionQuestions, rows }) =>
    rows.map((row) => [`${name} (${questions}, ${functionQuestions})`, ...contextCells(row)]),
  );
  const means =
    results.length < 2 ? [] : results[0]!.rows.map((_, at) => meanContext(results.map(({ rows }) => rows[at]!)));
  return table(head, [...cells, ...means.map((row) => [`mean of ${results.length}`, ...contextCells(row)])]);
}

function meanContext(rows: readonly ContextFigures[]): ContextFigures {
  const mean = (of: (row: ContextFigures) => number) => rows.reduce((sum, row) => sum + of(row), 0) / rows.length;
  return {
    ...rows[0]!,
    file: mean(({ file }) => file),
    files: mean(({ files }) => files),
    function: mean((row) => row.function),
    body: mean(({ body }) => body),
    whole: mean(({ whole }) => whole),
    tokens: mean(({ tokens }) => tokens),
  };
}

function contextCells(row: ContextFigures): string[] {
  const shares = [row.file, row.files, row.function, row.body, row.whole].map((each) => (100 * each).toFixed(1));
  return [row.what, counted(row.budget), ...shares, counted(Math.round(row.tokens))];
}

function packingTable(rows: readonly CodeRow[]): string {
  const head = [
    "signatures by rank: tokens until the function is there",
    "50 %",
    "80 %",
    "90 %",
    ...BUDGETS.map((budget) => `${counted(budget)}: file/function %`),
  ];
  const cells = rows.flatMap(({ system, packing }) => {
    if (packing === null) return [];
    const tokens = packing.tokens.map((value) => (value === null ? "never" : counted(value)));
    const shares = BUDGETS.map((_, at) => `${percent(packing.files[at]!)}/${percent(packing.functions[at]!)}`);
    return [[system, ...tokens, ...shares]];
  });
  return cells.length === 0 ? "" : table(head, cells);
}

function figureCells({ files, functions }: Pick<CodeRow, "files" | "functions">): string[] {
  const ofFiles = (figures: CodeFigures) => {
    const { hit1, recall5, recall10, mrr10, ndcg10 } = figures;
    return [hit1, recall5, recall10, mrr10, ndcg10].map(share);
  };
  return [
    ...(files === null ? [NONE, NONE, NONE, NONE, NONE] : ofFiles(files)),
    ...(functions === null ? [NONE, NONE] : [functions.recall10, functions.ndcg10].map(share)),
  ];
}

function percent(value: number): string {
  return String(Math.round(100 * value));
}

function time(value: number | null): string {
  return value === null ? NONE : rounded(value);
}
