// The figures as text: what the tables leave out, and what they never do.

import { expect, it } from "vitest";
import { CALLS } from "../../../../src/base/wording.ts";
import { gainAnswer } from "../../../../src/features/gain/gain-answer.ts";
import { type GainPart, noSums, sumGain } from "../../../../src/features/gain/gain-sums.ts";

it("a loss is shown however many gains there are", () => {
  const part = (filter: string, after: number, fetched = 0): GainPart => {
    const sums = { ...noSums(), shortened: 1, before: 8000, after, fetched };
    return { at: 1, by: "Bash", command: filter, filter, sums };
  };
  const gains = Array.from({ length: 25 }, (_, at) => part(`gain-${at}`, 400 + at * 4));
  const text = gainAnswer(sumGain([...gains, part("dear", 4000, 8000)]), null).text(CALLS);
  for (const table of text.split("\n\n").filter((each) => /^by (?:command|filter)/.test(each))) {
    expect(table).toMatch(/^gain-19 .*\ndear +1 +1,000 +0 +2,000 +-1,000 LOSS\n\.\.\. and 5 more that gained less/m);
    expect(table).not.toContain("gain-20");
  }
  expect(text).toContain("\nby filter");
});
