// The care for lessons by four processes at once, on one directory: nothing that one of them does is lost to another.

import { expect, it } from "vitest";
import { CareWorld } from "../../../support/lesson-care.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";

const PROCESSES = 4;
const EACH = 12;

it("relates, archives and merges what others relate, archive and merge meanwhile", async () => {
  const files = new MemoryFileSystem();
  const worlds = Array.from({ length: PROCESSES }, () => new CareWorld(files));
  const [first] = worlds as [CareWorld];
  const [hub, ...ids] = await first.put(
    { trigger: "the hub of all relations", tags: "pattern" },
    ...Array.from({ length: PROCESSES * EACH }, (_, at) => ({ trigger: `case ${at}`, resolution: `way ${at}` })),
    { trigger: "the very same trigger of two", resolution: "one" },
    { trigger: "the very same trigger of two", resolution: "two" },
  );
  const own = (process: number) => ids.slice(process * EACH, (process + 1) * EACH);
  await Promise.all(
    worlds.map(async (world, process) => {
      for (const id of own(process)) {
        await world.say("relate", { from: hub, to: id, kind: "solves", weight: 0.5 });
        await world.say("relate", { from: hub, to: own((process + 1) % PROCESSES)[0], kind: "causes" }).catch(() => {});
        world.judge(id, 0, 5);
      }
      await Promise.all([
        world.say("archive", { ids: own(process).slice(0, 3), apply: true }),
        world.say("prune", { apply: true }),
        world.say("consolidate", { apply: true }),
      ]);
    }),
  );
  const solves = [...first.one.judgements.read().edges.values()].filter(({ kind }) => kind === "solves");
  expect(solves.map(({ weight }) => weight)).toEqual(ids.slice(0, PROCESSES * EACH).map(() => 0.5));
  await first.say("prune", { apply: true });
  const bodies = await first.bodies();
  const archived = [...bodies].filter(([, body]) => /^\[tags: archived, failure\]/.test(body)).map(([id]) => id);
  expect(archived.toSorted()).toEqual(ids.slice(0, PROCESSES * EACH).toSorted());
  const merged = [...bodies.values()].filter((body) => body.includes("the very same"));
  expect(merged).toHaveLength(1);
  expect(merged[0]).toMatch(/resolution: (?:one\nor: two|two\nor: one)\n/);
});

it("four that take the same relation back leave none, and none that counts against a later one", async () => {
  const files = new MemoryFileSystem();
  const worlds = Array.from({ length: PROCESSES }, () => new CareWorld(files));
  const [first] = worlds as [CareWorld];
  const [from, to] = await first.put({ trigger: "one" }, { trigger: "two" });
  const relation = { from, to, kind: "causes" };
  await first.say("relate", relation);
  await Promise.all(worlds.map((world) => world.say("relate", { ...relation, weight: 0 })));
  // What a process writes that read before the others wrote.
  const late = { type: "edge", from: from!, to: to!, kind: "causes", weight: -1 } as const;
  for (const { one } of worlds) one.judgements.write([late]);
  expect(await first.one.data("health")).toMatchObject({ relations: { count: 0 } });
  expect(await first.one.data("relate", relation)).toMatchObject({ status: "related", weight: 1 });
});
