// The tool search: results that say nearly the same are collapsed into the best of them, with a count and their ids.

import { beforeAll, describe, expect, test } from "vitest";
import { type Served, useServers } from "../support/served.ts";

const TIME = "2026-02-20T09:00:00Z";
const TEXT = "the linker flag must come first on this machine since later flags are dropped by the driver";

/** The topics of the lines of an answer, in order. */
function topicsOf(answer: string): string {
  return [...answer.matchAll(/^ {2}\[([^\] ]+)/gm)].map((match) => match[1]).join(" ");
}

describe("search: near-duplicates", () => {
  const serve = useServers("all");
  let helix: Served;

  beforeAll(async () => {
    helix = await serve();
    const texts: [string, string][] = [
      ["best", `linker flag order\n${TEXT}`],
      ["copy", `order of the linker flag\n${TEXT} anyhow`],
      ["copied", `linker flag order, noted later\n${TEXT}`],
      ["number", `linker flag order\n${TEXT} since version 15`],
      ["digit", `linker flag order\n${TEXT} in step 2`],
      ["negated", `linker flag order\n${TEXT}, never on arm`],
      ["other", "the linker flag for a map of symbols is documented in the notes of the release"],
      ["short", "linker flag"],
      ["short-too", "linker flag"],
    ];
    await helix.load(texts.map(([topic, body]) => ({ topic, time: TIME, body })));
  });

  test("the best of them has a line, which says how many others there are and names them", async () => {
    const answer = await helix.asWritten("search", { query: "linker flag", detail: "brief" });
    const [head, same] = answer
      .split("\n")
      .filter((line, at, all) => line.startsWith("= +") || all[at + 1]?.startsWith("= +"));
    expect(head).toMatch(/^ {2}\[(best|copy|copied)[ \]]/);
    expect(same).toMatch(/^= \+2 nearly the same: @[0-9a-z]{10}, @[0-9a-z]{10}$/);
    for (const id of same!.match(/@\w+/g)!) expect(await helix.answer("read", { topic: id })).toContain(TEXT);
    expect(
      topicsOf(answer)
        .split(" ")
        .filter((topic) => /^(best|copy|copied)$/.test(topic)),
    ).toHaveLength(1);
    expect(answer).toMatch(/\n9 match\(es\); 2 nearly the same as one listed: give diverse=false to list each$/);
  });

  test("another number, a negation, another text and texts of few words have lines of their own", async () => {
    const answer = await helix.search("linker flag", { detail: "brief" });
    for (const topic of ["number", "digit", "negated", "other", "short", "short-too"]) {
      expect(topicsOf(answer).split(" ")).toContain(topic);
    }
  });

  test("each detail of a list says it, and the others count all", async () => {
    for (const detail of ["medium", "full"]) {
      expect(await helix.asWritten("search", { query: "linker flag", detail }), detail).toMatch(
        /\n= \+2 nearly the same: @/,
      );
    }
    expect(await helix.search("linker flag", { detail: "count" })).toBe("9 match(es)");
    expect(await helix.search("linker flag", { detail: "topics" })).toMatch(/^copied: 1$/m);
    expect(await helix.search("linker flag", { detail: "grouped" })).toMatch(/^--- copied \(1 entry\) ---$/m);
  });

  test("the limit is that of the lines: what was collapsed makes room for others", async () => {
    for (const limit of [1, 3, 5]) {
      const answer = await helix.search("linker flag", { detail: "brief", limit });
      expect(topicsOf(answer).split(" "), answer).toHaveLength(limit);
    }
    const all = topicsOf(await helix.search("linker flag", { detail: "brief" }));
    const first = topicsOf(await helix.search("linker flag", { detail: "brief", limit: 5 }));
    expect(all.startsWith(first)).toBe(true);
  });

  test("diverse=false lists each, and so does a search without words", async () => {
    for (const [query, diverse] of [
      ["linker flag", false],
      ["", undefined],
    ] as const) {
      const answer = await helix.search(query, { detail: "brief", diverse });
      expect(topicsOf(answer).split(" ")).toHaveLength(9);
      expect(answer).toMatch(/\n9 match\(es\)$/);
    }
  });

  test("explain explains each line that is listed", async () => {
    const answer = await helix.search("linker flag", { explain: true, detail: "brief", limit: 6 });
    expect(answer.match(/^ {2}\[/gm)).toHaveLength(6);
    expect(answer.match(/^= score /gm)).toHaveLength(6);
  });
});

const serveOne = useServers("each");

test("search: among the first fifty results near-duplicates are sought, and the answer says so", async () => {
  const helix = await serveOne();
  const many = Array.from({ length: 70 }, (_, at) => ({
    topic: `t${at}`,
    time: TIME,
    body: `note ${at} of the linker`,
  }));
  const copies = [1, 2, 3].map((at) => ({ topic: `copy-${at}`, time: TIME, body: `linker linker\n${TEXT}` }));
  await helix.load([...many, ...copies]);
  const answer = await helix.search("linker", { detail: "brief" });
  expect(answer).toMatch(
    /\n73 match\(es\); 2 nearly the same as one listed \(of the first 50\): give diverse=false to/,
  );
});
