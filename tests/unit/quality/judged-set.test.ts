// Judged sets as files: what is read, what is left out, what is drawn, and what is refused.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { choose, drawn, readJudgedSet } from "../../../quality/judged-set.ts";
import { useFolders } from "../../support/temporary-folder.ts";

const makeFolder = useFolders("each");

function writeSet(files: Readonly<Record<string, string>> = {}): string {
  const folder = makeFolder();
  const all = {
    "corpus.jsonl":
      '{"id": "1", "topic": "t", "text": "one"}\n{"id": "2", "topic": "t", "text": " "}\n{"id": "3", "text": "three"}\n{"id": "1", "text": "again"}\n',
    "queries.jsonl":
      '{"id": "q1", "text": "one?", "split": "tune"}\n{"id": "q2", "text": "two?"}\n{"id": "q3", "text": "three?", "split": "report"}\n',
    "qrels.tsv": "q1\t1\t2\nq1\t3\t0\nq2\t2\t1\nq3\t3\t1\nq3\t9\t1\n",
    ...files,
  };
  for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, name), text);
  return folder;
}

const everything = { queries: null, seed: 7, split: null };

test("empty and repeated documents, judgements of nothing and queries without an answer are left out", () => {
  const set = readJudgedSet(writeSet());
  expect(set.documents.map(({ id }) => id)).toEqual(["1", "3"]);
  expect(set.queries.map(({ id, grades }) => [id, [...grades]])).toEqual([
    ["q1", [["1", 2]]],
    ["q3", [["3", 1]]],
  ]);
});

test("a split has its own queries only, and one that a set does not know is refused", () => {
  const set = readJudgedSet(writeSet());
  expect(choose(set, { ...everything, split: "report" }).queries.map(({ id }) => id)).toEqual(["q3"]);
  const without = readJudgedSet(writeSet({ "queries.jsonl": '{"id": "q1", "text": "one?"}\n' }));
  expect(() => choose(without, { ...everything, split: "tune" })).toThrow(/has no queries of the split tune/);
});

test("a draw is the same for the same seed, another for another, and keeps the order", () => {
  const numbers = Array.from({ length: 100 }, (_, at) => at);
  const first = drawn(numbers, 10, 1);
  expect(first).toHaveLength(10);
  expect(drawn(numbers, 10, 1)).toEqual(first);
  expect(drawn(numbers, 10, 2)).not.toEqual(first);
  expect(first.toSorted((a, b) => a - b)).toEqual(first);
});

test("a folder without the files, and a line that is no JSON, are named", () => {
  expect(() => readJudgedSet(makeFolder())).toThrow(/no judged set, corpus\.jsonl is missing.*e\.g\./);
  expect(() => readJudgedSet(writeSet({ "queries.jsonl": '{"id": "q1"}\n{"id"\n' }))).toThrow(
    /queries\.jsonl:2 is no line of JSON/,
  );
});
