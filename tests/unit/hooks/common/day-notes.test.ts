// Which notes tell of a day's work: they do not come when a file is touched, to a question or beside an error.

import { describe, expect, it } from "vitest";
import { isOfItsDay } from "../../../../src/hooks/common/day-notes.ts";

const note = (first: string, tags: string[] = [], topic = "sync", second = "") => ({
  topic,
  tags,
  snippet: [first, second] as const,
});

describe("isOfItsDay", () => {
  it.each([
    ["by its tag", note("merge looks fine now", ["status"])],
    ["by its topic", note("they like the ring chart", [], "meetings")],
    ["by its topic, whatever it is about", note("talked with Ana, the upload limit stays", ["nginx"], "meetings")],
    ["by two lines that say the same", note("- refactored the loop", [], "sync", "- renamed a few variables")],
  ])("%s", (_, document) => expect(isOfItsDay(document)).toBe(true));

  it.each([
    "refactored the sync loop into smaller functions",
    "Refactored the sync loop.",
    "- refactored x",
    "* Merged main.",
    "auth: renamed a few variables",
    "token code: renamed a few variables in sync.ts",
    "wrote the parser",
    "wrote tests and docs",
    "we talked with Ana about the chart",
    "spoke to the people of the office",
    "Met the client about the ring chart",
    "discussed the next release with Jonas",
    "cleaned up the imports",
    "fixed typos in the README",
    "auth: renamed a few variables in the token code, no change in behaviour",
    "paired with Mara on the codec",
    "worked on the push handler and the pull handler today",
  ])("by what was done: %s", (line) => expect(isOfItsDay(note(line))).toBe(true));

  it.each([
    "Signed URLs expire after 15 minutes",
    "Expired tokens are refreshed by the gateway",
    "Quoted identifiers in Postgres are case sensitive",
    "Nested transactions need savepoints",
    "Cached entries live for an hour",
    "Failed jobs go back into the queue",
    "Deprecated: createClient, call connect",
    "redis: Expired keys stay in memory",
    "Merged cells lose their colour",
    "Renamed files lose their history",
    "fixed headers stand above the grid",
    "Released versions stay on the server",
    "- Upgraded clusters keep their certificates",
    "csv: Fixed columns come first",
  ])("a participle is no deed: %s", (line) => expect(isOfItsDay(note(line))).toBe(false));

  it.each([
    "renamed the column so that old dumps fail at once",
    "Bumped the timeout to 30 s",
    "fixed the deadlock by taking the segment lock first",
    "Upgraded the driver, older ones leak sockets",
    "merged the two loops: never run them at once",
    "Discussed the limit with Ana. It stays at 25 MB",
    "talked with Ana, nginx refuses more than 25 MB",
    "worked with the old runner",
    "Paired with each token goes another one",
    "wrote 3 MB a second on the old card",
    "fixed an issue where pinned blocks are dropped",
    "reviewed the client (it does not retry)",
    "released the lock before the callback",
    "fixed the seed of the fuzzer at 42",
    "renamed the `evict` flag everywhere",
  ])("a deed that says more: %s", (line) => expect(isOfItsDay(note(line))).toBe(false));

  it.each([
    ["a warning, whatever its topic", note("renamed files lose their history", ["gotcha"], "status")],
    ["a topic that is a part of a program", note("sessions end at noon", [], "session")],
    ["an app for what is left to do", note("done ones are hidden", [], "todos")],
    ["a file system", note("the superblock comes last", ["journal"], "journal")],
    ["other tags", note("refactored the loop", ["rust"])],
    ["words that only end alike", note("need a lock before the call")],
    ["a sentence with a subject", note("the loop was refactored so that one tab runs it")],
    ["what was learned by it", note("refactored the loop", [], "sync", "One tab holds the lock, others wait")],
  ])("not: %s", (_, document) => expect(isOfItsDay(document)).toBe(false));
});
