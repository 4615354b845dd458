// What a note has to say of a word to be about it.

import { describe, expect, it } from "vitest";
import { distinctiveWords } from "../../../../src/hooks/ambient/distinctive-words.ts";
import { holdsAsCode, isFiledUnder, leadsAsAct, leadsWith } from "../../../../src/hooks/ambient/note-signals.ts";

type Document = Parameters<typeof isFiledUnder>[0];

const documentOf = (first: string, more: Partial<Document> = {}): Document =>
  ({ topic: "page-table", tags: ["gotcha"], snippet: [first, ""], ...more }) as Document;
const group = (name: string) => ({ ...distinctiveWords([name])[0]!, parts: [name] });

describe("isFiledUnder", () => {
  it("looks for whole words in topic and tags", () => {
    for (const word of ["page", "table", "gotcha"]) expect(isFiledUnder(documentOf(""), group(word))).toBe(true);
    for (const word of ["able", "pag", "got"])
      expect(isFiledUnder(documentOf("able pag got"), group(word))).toBe(false);
  });

  it("wants the whole topic, or a whole tag, of a word that any program has", () => {
    expect(isFiledUnder(documentOf(""), group("table"), true)).toBe(false);
    expect(isFiledUnder(documentOf("", { topic: "table" }), group("table"), true)).toBe(true);
  });
});

describe("leadsWith", () => {
  it.each([
    ["kernels are fused in pairs", 1],
    ["gotcha: the kernels are fused in pairs", 1],
    ["kernels: fused in pairs", 1],
    ["tests of the kernels need a clock", 2],
    ["how-to: tune kernels", 2],
  ])("%s", (line, words) => {
    expect(leadsWith(documentOf(line), group("kernels"), words)).toBe(true);
    expect(leadsWith(documentOf(line), group("kernel"), words)).toBe(false);
  });

  it.each([
    ["tests of the kernels need a clock", 1],
    ["gotcha: the scheduler feeds all kernels", 2],
    ["plan for the week: attachments, the table, the kernels", 2],
    ["", 2],
  ])("not: %s", (line, words) => expect(leadsWith(documentOf(line), group("kernels"), words)).toBe(false));
});

describe("leadsAsAct", () => {
  it.each([
    "push to main is blocked; open a request",
    "Push with a lease only",
    "how-to: push from a clean tree",
    "to push to main, ask Ana",
  ])("%s", (line) => {
    expect(leadsWith(documentOf(line), group("push"), 1)).toBe(true);
    expect(leadsAsAct(documentOf(line), group("push"))).toBe(true);
  });

  it.each(["push: to main by request", "push sends what is new", "push is repeated after a timeout", "a push to main"])(
    "not: %s",
    (line) => {
      expect(leadsWith(documentOf(line), group("push"), 1)).toBe(true);
      expect(leadsAsAct(documentOf(line), group("push"))).toBe(false);
    },
  );
});

describe("holdsAsCode", () => {
  it.each([
    ["Session::expire is called by the sweeper", "Session"],
    ["never share a Session between threads", "Session"],
    ["call expire() before the lock", "expire"],
    ["the fixture `clock` stands still", "clock"],
    ["use tokio::pause, never a sleep", "pause"],
  ])("%s: %s", (line, word) => expect(holdsAsCode(documentOf(line), word)).toBe(true));

  it.each([
    ["sessions expire at noon", "expire"],
    ["every session is written down", "Session"],
    ["SessionStore is another thing", "Session"],
    ["the tablet's clock is wrong", "clock"],
    ["it is a pause.", "pause"],
  ])("not: %s: %s", (line, word) => expect(holdsAsCode(documentOf(line), word)).toBe(false));
});
