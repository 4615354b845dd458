// learn recall: the lessons about something, best first, with and without a model, by both formulas.

import { beforeEach, describe, expect, test } from "vitest";
import { reindex } from "../../src/features/topics/reindex.ts";
import { NoteVectors } from "../../src/notes/store/note-vectors.ts";
import { bagOfWords } from "../support/embedding-server.ts";
import { LearnWorld } from "../support/learn-world.ts";

let world: LearnWorld;

beforeEach(() => {
  world = new LearnWorld();
});

const CIRCULAR = "ImportError of a partially initialised module when a test runs alone";
const CLOCK = "login test fails after midnight";

/** A model that gives vectors by words, and knows some that mean the same. */
function withModel(isBroken = () => false): void {
  const vectors = new NoteVectors(world.files, "/kb", {
    model: "m1",
    async embed(texts) {
      if (isBroken()) throw new Error("the server is gone");
      return texts.map((text) => Float32Array.from(bagOfWords(text)));
    },
  });
  world.noteVectors = () => vectors;
}

test("action=recall: an answer says the record, the id and what to do, and asks for a report", async () => {
  const one = world.session();
  await one.remember(CIRCULAR, "move the shared types\ninto types.py", { tags: "python", source: "src/models.py" });
  await one.remember(CLOCK, "freeze the clock in the fixture", { type: "pattern" });
  expect(await one.text("recall", { query: "partially initialised module ImportError" })).toBe(
    [
      "1 of 2 lessons:",
      `@0000100001 failure, 0.75, not judged yet: ${CIRCULAR}`,
      "  → move the shared types / into types.py (src/models.py)",
      'say what came of it: learn action=feedback helped="@0000100001" evidence="what you did because of it"; misled if it was wrong',
    ].join("\n"),
  );
  const [found] = await one.data("recall", { query: "partially initialised module ImportError" });
  expect(found).toEqual({
    name: "importerror-partially-initialised-module",
    id: "0000100001",
    type: "failure",
    trigger: CIRCULAR,
    resolution: "move the shared types\ninto types.py",
    _score: 0.75,
    relevance: 1,
    effectiveness: 0.5,
    recency: 1,
    helped: 0,
    misled: 0,
    topic: "lessons",
    tags: ["failure", "python"],
    source: "src/models.py",
    confidence: 1,
  });
});

test("query: nothing found says among how many was looked", async () => {
  const one = world.session();
  await one.remember(CLOCK, "freeze the clock");
  const answer = await one.answer("recall", { query: "kubernetes ingress" });
  expect(answer.found).toBe(false);
  expect(await one.text("recall", { query: "kubernetes ingress" })).toBe("no lesson about this among 1 lesson");
  expect(await one.data("recall", { query: "kubernetes ingress" })).toEqual([]);
});

test("type: it narrows, as do a limit and a least effectiveness, and what they leave out is said", async () => {
  const one = world.session();
  for (let at = 0; at < 4; at++) await one.remember(`flaky socket of server number${at}x`, `do ${at}`);
  const pattern = await one.remember("flaky socket in patterns", "wait for the port", { type: "pattern" });
  expect(await one.recalled("flaky socket", { type: "pattern" })).toEqual([pattern]);
  expect(await one.recalled("flaky socket", { limit: 2 })).toHaveLength(2);
  expect(await one.text("recall", { query: "flaky socket", limit: 2 })).toMatch(
    /^5 of 5 lessons, the best 2 \(limit shows more\):\n/,
  );
  await one.data("feedback", { helped: pattern, evidence: "waited for the port of the socket in the patterns" });
  expect(await one.recalled("flaky socket", { min_effectiveness: 0.6 })).toEqual([pattern]);
  expect(await one.text("recall", { query: "flaky socket", min_effectiveness: 0.6 })).toContain(
    "4 left out by min_effectiveness",
  );
  expect(await one.text("recall", { query: "flaky socket", min_effectiveness: 0.9 })).toBe(
    "no lesson about this that is as effective among 5 lessons\n5 left out by min_effectiveness",
  );
});

test("source: forms of words are found, and its tags, topic and source count", async () => {
  const one = world.session();
  const id = await one.remember("requests retried", "cap them", {
    topic: "net-lessons",
    tags: "billing",
    source: "src/invoices.py",
  });
  for (const query of ["retrying a request", "billing", "invoices.py", "net-lessons"]) {
    expect([query, await one.recalled(query)]).toEqual([query, [id]]);
  }
});

test("limit: 5 by default, and up to 50", async () => {
  const one = world.session();
  for (let at = 0; at < 8; at++) await one.remember(`flaky socket number${at}x of server${at}y`, `do ${at}`);
  expect(await one.recalled("flaky socket")).toHaveLength(5);
  expect(await one.recalled("flaky socket", { limit: 50 })).toHaveLength(8);
  await expect(one.recalled("flaky socket", { limit: 51 })).rejects.toThrow("limit=51 is not accepted");
});

test("min_effectiveness: a half lets what nobody judged pass, more does not", async () => {
  const one = world.session();
  const id = await one.remember("flaky socket", "wait for the port");
  expect(await one.recalled("flaky socket", { min_effectiveness: 0.5 })).toEqual([id]);
  expect(await one.recalled("flaky socket", { min_effectiveness: 0.51 })).toEqual([]);
});

test("budget: a long answer has pages, which hold each lesson", async () => {
  const one = world.session();
  for (let at = 0; at < 12; at++)
    await one.remember(`flaky socket number${at}x of server${at}y`, `do it ${"well ".repeat(60)}`);
  const pages: string[] = [];
  for (const page of [1, 2, 3, 4]) {
    pages.push(await one.text("recall", { query: "flaky socket", limit: 12, budget: 500, page }).catch(() => ""));
  }
  expect(pages.every((page) => Buffer.byteLength(page) <= 500 * 4)).toBe(true);
  expect(pages[0]).toContain("page=2");
  const ids = pages.join("\n").match(/^@[0-9a-z]{10} failure/gm);
  expect(new Set(ids)).toHaveProperty("size", 12);
});

test("page: they are read one after another, where nothing is changed", async () => {
  const one = world.session();
  await one.remember("flaky socket", "wait for the port");
  await expect(one.text("remember", { trigger: "a thing", resolution: "b", page: 2 })).rejects.toThrow(
    "page reads on in a list, and this call changes something",
  );
});

test("action: one that there is not is refused with those that there are", async () => {
  await expect(world.session().text("forget")).rejects.toThrow(
    /^action="forget" is not accepted: give one of remember, recall/,
  );
  await expect(world.session().text("recall", { query: "x", trigger: "y" })).rejects.toThrow(
    /^learn action="recall" takes no trigger; it takes query, /,
  );
});

test("judgements that cannot be read keep nobody from the lessons", async () => {
  const one = world.session();
  const id = await one.remember("flaky socket", "wait for the port");
  await one.text("recall", { query: "flaky socket" });
  const open = world.files.open.bind(world.files);
  world.files.open = (path, mode) => {
    if (path.includes("/events/")) throw Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" });
    return open(path, mode);
  };
  const two = world.session();
  expect(await two.recalled("flaky socket")).toEqual([id]);
  await expect(two.text("feedback", { helped: id, evidence: "waited for the port" })).rejects.toThrow("EACCES");
});

describe("the order", () => {
  test("what helped rises, what misled sinks, and nothing off the question comes first", async () => {
    const one = world.session();
    const [good, bad] = [
      await one.remember("deploy script hangs on staging", "kill the old tunnel first"),
      await one.remember("deploy script hangs behind proxy", "restart the whole proxy machine"),
    ];
    const unjudged = await one.remember("deploy script hangs at night", "wake the cron daemon");
    const aside = await one.remember("deploy of the moon lander script", "burn retro rockets");
    for (const session of ["a", "b", "c"]) {
      const other = world.session({ session });
      await other.text("recall", { query: "deploy script hangs" });
      await other.text("feedback", { helped: good, evidence: "killed the old tunnel on staging" });
      await other.text("feedback", { misled: bad, evidence: "restarted the proxy machine, no change" });
      await other.text("feedback", { helped: aside, evidence: "retro rockets of the lander burned" });
    }
    const found = await one.data("recall", { query: "deploy script hangs" });
    expect(found.map(({ id, helped, misled }: Record<string, unknown>) => [id, helped, misled])).toEqual([
      [good, 3, 0],
      [unjudged, 0, 0],
      [bad, 0, 3],
      [aside, 3, 0],
    ]);
    expect(found[0].effectiveness).toBe(4 / 5);
    expect(found[2].effectiveness).toBe(1 / 5);
  });

  test("recency never takes more than 15 %, so the right old one stays before a new one that fits less", async () => {
    const one = world.session();
    const old = await one.remember("pagination cursor loses rows after deletes", "use a stable sort key");
    world.later(3650);
    await one.remember("pagination styles", "use the design system");
    const found = await one.data("recall", { query: "pagination cursor loses rows" });
    expect(found[0].id).toBe(old);
    expect(found[0].recency).toBeGreaterThanOrEqual(0.85);
    expect(found[0].recency).toBeLessThan(0.8501);
  });

  test("scoring=additive: the sum that lessons come from, to the digit", async () => {
    const one = world.session();
    const id = await one.remember("flaky websocket handshake", "retry once with a fresh nonce");
    for (const [session, verdict] of [
      ["a", "helped"],
      ["b", "helped"],
      ["c", "misled"],
    ] as const) {
      const other = world.session({ session });
      await other.text("recall", { query: "flaky websocket handshake" });
      await other.text("feedback", { [verdict]: id, evidence: "a fresh nonce and one retry" });
    }
    world.later(14);
    const [found] = await one.data("recall", { query: "flaky websocket handshake", scoring: "additive" });
    expect(found).toMatchObject({ relevance: 1, effectiveness: 2 / 3, recency: 0.25, helped: 2, misled: 1 });
    expect(found._score).toBe(0.5 * 1 + 0.3 * (2 / 3) + 0.2 * 0.25);
  });

  test("scoring: additive takes a half where nothing was judged", async () => {
    const one = world.session();
    await one.remember("flaky websocket handshake", "retry once");
    const [found] = await one.data("recall", { query: "websocket", scoring: "additive" });
    expect(found).toMatchObject({ effectiveness: 0.5, recency: 1, _score: 0.5 + 0.15 + 0.2 });
  });
});

describe("projects and archives", () => {
  const here = { root: "/shop", name: "shop", keys: ["acme/shop"] } as never;
  const there = { root: "/api", name: "api", keys: ["acme/api"] } as never;

  test("project: lessons of others are left out unless asked for", async () => {
    const own = await world.session({ project: here }).remember("cache stampede on start", "lock it");
    const other = await world.session({ project: there }).remember("cache stampede on reload", "jitter");
    const one = world.session({ project: here });
    expect(await one.recalled("cache stampede")).toEqual([own]);
    expect((await one.recalled("cache stampede", { project: "any" })).sort()).toEqual([own, other].sort());
  });

  test("archived lessons are not recalled", async () => {
    const one = world.session();
    await one.remember("cache stampede on start", "lock it", { tags: "archived" });
    expect(await one.recalled("cache stampede")).toEqual([]);
  });
});

describe("with a model", () => {
  test("without it nothing is lost that the words say, and with it the cosine counts", async () => {
    const one = world.session();
    const id = await one.remember("evict stale rows of the cache table", "purge them at night");
    expect(await one.recalled("discard elderly")).toEqual([]);
    expect(await one.recalled("evict rows of the table")).toEqual([id]);
    withModel();
    // Not embedded yet: words go on to count.
    expect(await one.recalled("evict rows of the table")).toEqual([id]);
    await reindex({ base: world.base, noteVectors: world.noteVectors! });
    const [found] = await one.data("recall", { query: "discard elderly" });
    expect(found.id).toBe(id);
    expect(found.relevance).toBeGreaterThan(0.3);
    expect(found.relevance).toBeLessThan(1);
  });

  test("a model that is gone costs nothing but a remark", async () => {
    const one = world.session();
    let isBroken = false;
    withModel(() => isBroken);
    const id = await one.remember("evict stale rows of the cache table", "purge them at night");
    await reindex({ base: world.base, noteVectors: world.noteVectors! });
    isBroken = true;
    expect(await one.recalled("evict rows of that table")).toEqual([id]);
    expect(await one.text("recall", { query: "evict rows of that table" })).toContain(
      "ranked by words alone: the server is gone",
    );
  });
});
