// A judged set: documents, queries, and which documents somebody judged to answer each query, with a grade. As files of
// a folder:
//
//   corpus.jsonl   {"id", "topic", "text"}, a document a line
//   queries.jsonl  {"id", "text"}, and perhaps "split": "tune" or "report"
//   qrels.tsv      query id, document id, grade; what is not listed has grade 0
//   meta.json      whatever is to be known of where it comes from (not needed)
//
// Invariants: every query of a set has a relevant document in it, and no two documents have one id; documents without
// text are left out, since no store takes them.

import { existsSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { ArgumentError } from "../bench/arguments.ts";
import { Random } from "../bench/corpus.ts";

/** One text that can be found. */
export interface JudgedDocument {
  readonly id: string;
  readonly topic: string;
  readonly text: string;
}

/** One query, with the grade of each document that answers it (greater than 0). */
export interface JudgedQuery {
  readonly id: string;
  readonly text: string;
  readonly split: string | null;
  readonly grades: ReadonlyMap<string, number>;
}

/** Documents and queries that belong together. */
export interface JudgedSet {
  readonly name: string;
  readonly documents: readonly JudgedDocument[];
  readonly queries: readonly JudgedQuery[];
  /** What is to be known of how it came about; "" for nothing. */
  readonly note: string;
}

/** Which of a set's queries are asked. */
export interface QueryChoice {
  /** At most so many, drawn by the seed; null: all. */
  readonly queries: number | null;
  readonly seed: number;
  readonly split: "tune" | "report" | null;
}

/** Reads the set in a folder. Throws ArgumentError of one line for a folder that holds none. */
export function readJudgedSet(folder: string): JudgedSet {
  const name = basename(resolve(folder));
  for (const file of ["corpus.jsonl", "queries.jsonl", "qrels.tsv"]) {
    if (!existsSync(join(folder, file))) {
      throw new ArgumentError(
        `${folder} is no judged set, ${file} is missing: give folders with corpus.jsonl, queries.jsonl and qrels.tsv, e.g. npm run quality -- sets/cranfield`,
      );
    }
  }
  const documents = jsonLines(join(folder, "corpus.jsonl")).map((line) => ({
    id: text(line.id),
    topic: text(line.topic) || name,
    text: text(line.text),
  }));
  const grades = readGrades(join(folder, "qrels.tsv"));
  const queries = jsonLines(join(folder, "queries.jsonl")).map((line) => ({
    id: text(line.id),
    text: text(line.text),
    split: text(line.split) || null,
    grades: grades.get(text(line.id)) ?? new Map<string, number>(),
  }));
  return judgedSet(name, documents, queries, "");
}

/**
 * A set of these documents and queries; leaves out empty and repeated documents, what is said of them, and queries that
 * nothing answers.
 */
export function judgedSet(
  name: string,
  documents: readonly JudgedDocument[],
  queries: readonly JudgedQuery[],
  note: string,
): JudgedSet {
  const known = new Set<string>();
  const kept = documents.filter(({ id, text }) => text.trim() !== "" && !known.has(id) && known.add(id));
  const answered = queries
    .map((query) => ({
      ...query,
      grades: new Map([...query.grades].filter(([id, grade]) => grade > 0 && known.has(id))),
    }))
    .filter((query) => query.grades.size > 0 && query.text.trim() !== "");
  return { name, documents: kept, queries: answered, note };
}

/** The set with those of its queries that were asked for. Throws ArgumentError when none is left. */
export function choose(set: JudgedSet, { queries, seed, split }: QueryChoice): JudgedSet {
  const ofSplit = split === null ? set.queries : set.queries.filter((query) => query.split === split);
  if (ofSplit.length === 0) {
    throw new ArgumentError(
      split === null
        ? `${set.name} has no query that a document answers`
        : `${set.name} has no queries of the split ${split}: leave --split out, or give its queries a field "split" of tune or report`,
    );
  }
  return { ...set, queries: queries === null ? ofSplit : drawn(ofSplit, queries, seed) };
}

/** `count` of the items, in their order: the same ones for the same seed. */
export function drawn<Item>(items: readonly Item[], count: number, seed: number): readonly Item[] {
  if (items.length <= count) return items;
  const random = new Random(seed);
  return items
    .map((item, place) => ({ item, place, draw: random.next() }))
    .sort((a, b) => a.draw - b.draw)
    .slice(0, count)
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

function readGrades(path: string): Map<string, Map<string, number>> {
  const grades = new Map<string, Map<string, number>>();
  for (const line of readFileSync(path, "utf8").split("\n")) {
    const [query, document, grade] = line.split("\t");
    if (query === undefined || document === undefined || !Number.isFinite(Number(grade))) continue;
    const ofQuery = grades.get(query) ?? new Map<string, number>();
    grades.set(query, ofQuery.set(document, Number(grade)));
  }
  return grades;
}

function jsonLines(path: string): Record<string, unknown>[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.flatMap((line, at) => {
    if (line.trim() === "") return [];
    try {
      return [JSON.parse(line) as Record<string, unknown>];
    } catch {
      throw new ArgumentError(`${path}:${at + 1} is no line of JSON`);
    }
  });
}

function text(value: unknown): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}
