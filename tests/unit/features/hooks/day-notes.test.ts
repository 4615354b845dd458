// Which notes tell of a day's work: they do not come when a file is touched.

import { describe, expect, it } from "vitest";
import { isOfItsDay } from "../../../../src/features/hooks/day-notes.ts";

const note = (first: string, tags: string[] = [], topic = "sync") => ({ topic, tags, snippet: [first, ""] as const });

describe("isOfItsDay", () => {
  it.each([
    ["by its tag", note("merge looks fine now", ["status"])],
    ["by its topic", note("they like the ring chart", [], "meetings")],
    ["by how it begins", note("refactored the sync loop into smaller functions")],
    ["by how it goes on", note("auth: renamed a few variables")],
  ])("%s", (_, document) => expect(isOfItsDay(document)).toBe(true));

  it.each([
    ["a warning, whatever its topic", note("renamed files lose their history", ["gotcha"], "status")],
    ["a topic that is a part of a program", note("sessions end at noon", [], "session")],
    ["other tags", note("cached entries are never freed", ["rust"])],
    ["words that only end alike", note("need a lock before the call")],
    ["a sentence with a subject", note("the loop was refactored so that one tab runs it")],
  ])("not: %s", (_, document) => expect(isOfItsDay(document)).toBe(false));
});
