// What the protocol wants of progress: each figure higher than the one before, whatever a feature reports.

import type { Progress } from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import { progressReports } from "../../../../src/surfaces/mcp/progress.ts";

function collected() {
  const sent: Progress[] = [];
  return { sent, report: progressReports((progress) => sent.push(progress)) };
}

test("the first report is sent at once, those right behind it are not, the end of a step is", () => {
  const { sent, report } = collected();
  for (let done = 0; done <= 1000; done++) report({ done, total: 1000, what: "checking" });
  expect(sent[0]).toEqual({ progress: 0, total: 1000, message: "checking" });
  expect(sent.at(-1)).toEqual({ progress: 1000, total: 1000, message: "checking" });
  expect(sent.length).toBeLessThan(1001);
});

test("a next step counts on from where the last one ended", () => {
  const { sent, report } = collected();
  report({ done: 5000, total: 5000, what: "indexing" });
  report({ done: 20, total: 20, what: "checking" });
  report({ done: 20, total: 20, what: "storing" });
  expect(sent).toEqual([
    { progress: 5000, total: 5000, message: "indexing" },
    { progress: 5020, total: 5020, message: "checking" },
    { progress: 5040, total: 5040, message: "storing" },
  ]);
});

test("nothing is sent that is not higher", () => {
  const { sent, report } = collected();
  report({ done: 7, total: 7, what: "checking" });
  report({ done: 7, total: 7, what: "checking" });
  report({ done: 3, total: 3, what: "checking" });
  report({ done: 0, total: 0, what: "storing" });
  expect(sent.map(({ progress }) => progress)).toEqual([7]);
});

test("an unknown total is left out", () => {
  const { sent, report } = collected();
  report({ done: 12, total: null, what: "reading" });
  expect(sent).toEqual([{ progress: 12, message: "reading" }]);
});
