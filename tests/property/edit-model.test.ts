// Any sequence of edits, merges, compactions and reopenings leaves the entries that the naive model has: their texts,
// tags, times, order and links, in both of two knowledge bases that are open on the directory and take turns in
// writing. What the model refuses is refused, and changes nothing.

import { rmSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { editFeature } from "../../src/features/edit/edit.ts";
import type { KnowledgeBase } from "../../src/notes/store/knowledge-base.ts";
import { diskFileSystem } from "../../src/platform/disk-file-system.ts";
import { type EditEntry, EditModel, type EditTarget, editBody, plainName } from "../support/edit-model.ts";
import { liveEntries, NOW_MINUTES, openKnowledgeBase, temporaryDirectory } from "../support/knowledge.ts";
import { bodyWithoutIdLine, countedIds, linkPlaces } from "../support/note-ids.ts";
import { runs } from "../support/runs.ts";

const TOPICS = ["engine", "cache", "a/b.c", "a-b-c", "My Topic/X"];
/** Names as callers and links spell them. */
const SPELLINGS = ["engine", "Engine", "cache", "CACHE.", "a/b.c", "A.B.C", "a-b-c", "nowhere"];
const TAGS = ["gotcha", "hot-path", "draft"];
const WORDS = ["Linker", "linker", "arm64", "cache", "Cache entry", "k"];

const anyText = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map((words) => words.join("\n"));
const anyTags = fc.subarray(TAGS, { minLength: 1 }).map((tags) => [...tags].sort());
const anyLinks = fc.uniqueArray(
  fc.tuple(fc.constantFrom(...SPELLINGS), fc.nat(4)).map(([name, index]) => `${name}:${index}`),
  { maxLength: 4 },
);
const anyEntry: fc.Arbitrary<Omit<EditEntry, "place">> = fc.record({
  topic: fc.constantFrom(...TOPICS),
  minutes: fc.constantFrom(0, 0, 0, 1, 50_000).map((age) => NOW_MINUTES - age),
  text: anyText,
  tags: fc.oneof(fc.constant([]), anyTags),
  source: fc.constantFrom(null, null, "src/a.rs:3", "app/[id]/page.tsx"),
  confidence: fc.constantFrom(1, 1, 0.5, 0),
  links: anyLinks,
  modified: fc.constantFrom(null, null, "2026-01-01 10:00"),
  projects: fc.constantFrom([], ["me/app", "app-1234abcd"]),
});
const anyTarget: fc.Arbitrary<EditTarget> = fc.oneof(
  fc.constant({}),
  fc.record({ index: fc.nat(3) }),
  fc.record({ match_str: fc.constantFrom(...WORDS, "LINKER\nARM", "nothing") }),
  fc.record({ index: fc.nat(2), match_str: fc.constantFrom(...WORDS) }),
);
const anyTopic = fc.constantFrom(...TOPICS, ...SPELLINGS);
const anyEdit = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant("append" as const), topic: anyTopic, text: anyText, target: anyTarget }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant("append" as const),
      topic: anyTopic,
      text: anyText,
      target: fc.record({ tag: fc.constantFrom(...TAGS) }) as fc.Arbitrary<EditTarget>,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant("revise" as const),
      topic: anyTopic,
      text: anyText,
      links: fc.option(anyLinks),
      target: anyTarget,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant("tag" as const),
      topic: anyTopic,
      tags: anyTags,
      remove: fc.constantFrom("gotcha", "hot-path"),
      target: anyTarget,
    }),
  },
  { weight: 4, arbitrary: fc.record({ act: fc.constant("delete" as const), topic: anyTopic, target: anyTarget }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("delete all" as const), topic: anyTopic }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant("rename" as const), topic: anyTopic, other: anyTopic }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant("merge" as const), topic: anyTopic, other: anyTopic }) },
);
type Edit = typeof anyEdit extends fc.Arbitrary<infer T> ? T : never;
const anyStep = fc.oneof(
  { weight: 3, arbitrary: fc.array(anyEntry, { minLength: 1, maxLength: 3 }).map((entries) => ({ entries })) },
  { weight: 6, arbitrary: anyEdit.map((edit) => ({ edit })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("merge" as const, "compact" as const, "reopen" as const).map((upkeep) => ({ upkeep })),
  },
);

/** `2026-02-21 17:30`, local: what helix writes for the clock of these tests. */
function modifiedNow(): string {
  const date = new Date(NOW_MINUTES * 60_000);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Makes the edit in the model; returns the arguments of the tool, and whether it has to refuse. */
function editModel(model: EditModel, edit: Edit): { values: Record<string, unknown>; isRefused: boolean } {
  const topic = model.resolve(edit.topic);
  if (edit.act === "rename" || edit.act === "merge") return moveModel(model, edit, topic);
  if (edit.act === "delete all") {
    if (topic !== null) model.remove(model.ofTopic(topic).map(({ place }) => place));
    return { values: { action: "delete", topic: edit.topic, all: true }, isRefused: topic === null };
  }
  const entry = topic === null ? null : model.find(topic, edit.target);
  const values: Record<string, unknown> = { action: edit.act, topic: edit.topic, ...edit.target };
  if (edit.act === "append") {
    values.text = edit.text;
    if (entry) model.change(entry.place, { text: `${entry.text}\n${edit.text}` });
  } else if (edit.act === "tag") {
    const tags = edit.tags.filter((tag) => tag !== edit.remove);
    Object.assign(values, { tags: tags.join(), remove: edit.remove });
    const left = [...(entry?.tags ?? []), ...tags].filter((tag) => tag !== edit.remove);
    if (entry) model.change(entry.place, { tags: [...new Set(left)].sort() });
  } else if (edit.act === "delete") {
    if (entry) model.remove([entry.place]);
  } else {
    values.text = edit.links === null ? edit.text : `[links: ${edit.links.join(" ")}]\n${edit.text}`;
    const links = edit.links ?? entry?.links ?? [];
    const isTargeted = edit.target.index !== undefined || edit.target.match_str !== undefined;
    if (!isTargeted) return { values, isRefused: true };
    if (entry) model.change(entry.place, { text: edit.text, links, modified: modifiedNow() });
  }
  return { values, isRefused: entry === null };
}

function moveModel(model: EditModel, edit: Edit & { act: "rename" | "merge" }, from: string | null) {
  const { act, other } = edit;
  const existing = model.resolve(other);
  const isRefused = from === null || (act === "rename" ? existing !== null : existing === null || existing === from);
  if (!isRefused) model.move(from, act === "rename" ? plainName(other) : existing!);
  const to = act === "rename" ? { new_name: other } : { into: other };
  return { values: { action: act, topic: edit.topic, ...to }, isRefused };
}

/** A stored body as the model has it: without its id and its links. */
function editBodyOf(body: string): string {
  return bodyWithoutIdLine(body).replace(/^\[links: [^\]\n]*\]\n/m, "");
}

async function check(bases: readonly KnowledgeBase[], model: EditModel): Promise<void> {
  const expected = model.topics().flatMap((topic) =>
    model.ofTopic(topic).map((entry) => {
      return { topic, minutes: entry.minutes, body: editBody({ ...entry, links: [] }), leadsTo: model.places(entry) };
    }),
  );
  for (const base of bases) {
    const view = await base.view();
    const found = liveEntries(view).map(({ body, ...entry }) => {
      const leadsTo = [...new Set(linkPlaces(view, body))];
      return { ...entry, body: editBodyOf(body), leadsTo };
    });
    expect(found).toEqual(expected);
  }
}

it("leaves the entries that the model has, whatever was edited before", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(1, 500, 1e9),
      fc.array(fc.tuple(anyStep, fc.nat(1)), { minLength: 1, maxLength: 30, size: "max" }),
      async (mergeWorthBytes, steps) => {
        const directory = temporaryDirectory();
        const newNoteId = countedIds();
        const bases = [0, 1].map(() => openKnowledgeBase(directory, { mergeWorthBytes, newNoteId }));
        const model = new EditModel();
        try {
          for (const [step, by] of steps) {
            const base = bases[by]!;
            if ("entries" in step) {
              const added = model.add(step.entries);
              const bodies = step.entries.map(({ links }, at) => editBody({ ...added[at]!, links }));
              await base.change(() =>
                added.map(({ topic, minutes }, at) => ({ kind: "add", topic, minutes, body: bodies[at]! })),
              );
            } else if ("edit" in step) {
              const { values, isRefused } = editModel(model, step.edit);
              const done = editFeature.run({ base, project: null }, values);
              if (isRefused) await expect(done).rejects.toThrow(/^[^\n]+$/);
              else await done;
            } else if (step.upkeep === "merge") {
              await base.mergeNow();
            } else if (step.upkeep === "compact") {
              if (diskFileSystem.identify(base.logPath) !== null) await base.compact();
            } else {
              base.close();
              bases[by] = openKnowledgeBase(directory, { mergeWorthBytes, newNoteId });
            }
            await check(bases, model);
          }
          for (const finish of ["mergeNow", "compact"] as const) {
            if (diskFileSystem.identify(bases[0]!.logPath) !== null) await bases[0]![finish]();
            await check(bases, model);
          }
        } finally {
          for (const base of bases) base.close();
          rmSync(directory, { recursive: true, force: true });
        }
      },
    ),
    { numRuns: runs(150) },
  );
});
