// How the words of a search are taken: forms of a word, words of questions, questions of many words, and words that no
// note has.

import { beforeAll, describe, expect, test } from "vitest";
import { type Served, useServers } from "../support/served.ts";

const TIME = "2026-02-20T09:00:00Z";

/** The topics that an answer in brief names, in order. */
function topicsOf(answer: string): string {
  return [...answer.matchAll(/^ {2}\[([^\]]+)\]/gm)].map((match) => match[1]).join(" ");
}

describe("search: characters that nobody sees", () => {
  const serve = useServers("all");

  test("a word with a soft hyphen or a joiner in it is that word; a zero-width space parts words, as a space does", async () => {
    const helix = await serve();
    await helix.store("hyphen", "com\u00adpac\u00adtion is slow");
    await helix.store("joiner", "gar\u200dbage is collected");
    await helix.store("parted", "lock\u200bfile is sorted");
    for (const [query, topic] of [
      ["compaction", "hyphen"],
      ["com\u00adpaction", "hyphen"],
      ["garbage", "joiner"],
      ["lock file", "parted"],
      ["lock\u200bfile", "parted"],
    ]) {
      expect(await helix.search(query!, { detail: "brief" })).toContain(`[${topic}]`);
    }
    expect(await helix.search("compaction", { detail: "full" })).toContain("com\uFFFDpac\uFFFDtion is slow");
  });
});

describe("search: words", () => {
  const serve = useServers("all");
  let helix: Served;

  beforeAll(async () => {
    helix = await serve();
    const notes: [string, string][] = [
      ["eviction", "the cache evicts what was read least recently\nsizes are counted in bytes"],
      ["titles", "retries double their pause\nafter the fifth the request is given up"],
      [
        "bodies",
        "notes on the network\nwhat retries is the client, and its pause is never longer than a minute, see the client",
      ],
      ["validation", "validated before it is stored"],
      ["signing", "codesign fails when the keychain is locked\nunlock it first"],
      ["lockfile", "the lockfile is sorted and has sha256 sums"],
      ["question", "how and why and when are words of questions"],
    ];
    await helix.load(notes.map(([topic, body]) => ({ topic, time: TIME, body })));
  });

  const brief = (query: string, values = {}) => helix.answer("search", { query, detail: "brief", ...values });

  test.each([
    ["caches", "eviction"],
    ["caching", "eviction"],
    ["evict", "eviction"],
    ["retry", "titles bodies"],
    ["validation", "validation"],
    ["validates storing", "validation"],
    ["word", "question"],
  ])("%s: a word is found in its other forms", async (query, topics) => {
    expect(topicsOf(await brief(query))).toBe(topics);
  });

  test("a word in the first line counts more than one further down", async () => {
    expect(topicsOf(await brief("pause"))).toBe("titles bodies");
  });

  test.each([
    "How does the cache evict?",
    "what is evicted from the cache, and when?",
    "why does the eviction of the cache fail",
    "cache evict",
  ])("%s: finds what the bare words find, first", async (query) => {
    expect(topicsOf(await brief(query)).split(" ")[0]).toBe("eviction");
  });

  test("words of questions find nothing by themselves where there are others", async () => {
    expect(topicsOf(await brief("how and when is the keychain locked"))).toBe("signing");
    expect(topicsOf(await brief("how why"))).toBe("question");
  });

  test("many words: what has most of them comes first, and how many have all is said", async () => {
    const answer = await brief("codesign keychain sizes");
    expect(topicsOf(answer)).toBe("signing eviction");
    expect(answer).toMatch(/2 match\(es\); no entry has all words, these have some$/);
    expect(await brief("codesign keychain locked cache")).toMatch(/2 match\(es\); no entry has all words/);
    expect(await brief("codesign keychain locked read", { mode: "and" })).toMatch(/no entry has all words/);
    expect(await brief("request fifth pause minute")).toMatch(/2 match\(es\); no entry has all words/);
    expect(await brief("retries pause network client")).toMatch(/2 match\(es\); 1 with all words$/);
    expect(topicsOf(await brief("retries pause network client", { mode: "and" }))).toBe("bodies");
    expect(await helix.answer("search", { query: "retries pause network client", detail: "count" })).toBe(
      "1 match(es)",
    );
  });

  test("a word that no note has is taken as what is a slip away, or as what it begins, and that is said", async () => {
    const slip = await brief("kyechain");
    expect(topicsOf(slip)).toBe("signing");
    expect(slip).toContain("no entry has kyechain, taken as keychain");
    const begun = await brief("lockf");
    expect(topicsOf(begun)).toBe("lockfile");
    expect(begun).toContain("no entry has lockf, taken as lockfile");
    expect(await brief("qwertz")).toBe("0 match(es)");
    // No number is taken for another.
    expect(await brief("sha25")).toBe("0 match(es)");
    // What there is is taken as it is.
    expect(topicsOf(await brief("lock"))).toBe("signing");
  });

  test("of words that no note has the first 32 are taken as others", async () => {
    const unknown = (count: number) => Array.from({ length: count }, (_, at) => `unheardof${"qx".repeat(at + 1)}`);
    expect(topicsOf(await brief([...unknown(31), "kyechain"].join(" ")))).toBe("signing");
    expect(await brief([...unknown(32), "kyechain"].join(" "))).toBe("0 match(es)");
  });

  test("full: the lines with a word in any form are marked", async () => {
    const answer = await helix.answer("search", { query: "caching", detail: "full" });
    expect(answer).toContain("> the cache evicts what was read least recently");
    expect(answer).toContain("  sizes are counted in bytes");
  });
});
