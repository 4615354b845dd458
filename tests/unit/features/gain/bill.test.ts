// The bill of a session whose truth is known.

import { expect, it } from "vitest";
import type { FetchedPart, ShortenedOutput } from "../../../../src/events/gain/shortened-outputs.ts";
import { billOf } from "../../../../src/features/gain/bill.ts";
import type { KeyedResult, SessionRecord } from "../../../../src/features/gain/session-record.ts";

const KEY = "K3V9X2MP";
const occasion = { session: "s", agent: "", project: [], key: KEY };
const output: ShortenedOutput = {
  ...occasion,
  at: 1,
  by: "Bash",
  command: "make",
  filter: "make",
  before: 900,
  after: 100,
};
const fetched: FetchedPart = { ...occasion, at: 2, bytes: 1000 };
const usage = { input: 1, cacheWritten: 0, cacheWrittenHour: 0, cacheRead: 0, output: 1 };
const result = (isAsked: boolean, from: number): KeyedResult => ({ key: KEY, isAsked, carriedBy: [[from, 5]] });
const record: SessionRecord = {
  session: "s",
  conversations: [
    {
      agent: "",
      requests: Array.from({ length: 5 }, (_, at) => ({ model: "m", at, usage })),
      results: [result(false, 1), result(true, 2)],
    },
  ],
  clientTotal: null,
  flaws: [],
};

it("what was fetched again counts against what was kept away, once for each request that carried it", () => {
  expect(billOf(record, { outputs: [output], fetches: [fetched] }, null).kept).toMatchObject({
    seen: 1,
    carried: 4,
    keptBytes: 4 * 800,
    fetches: 1,
    fetchedBytes: 3 * 1000,
    fetchesElsewhere: 0,
  });
});
