// Notes of three projects, and of none, share topics. Whatever is edited from one project without naming a note, no
// note of another one is changed or lost, and its links to notes of others lead where they led. From outside of any
// project notes of one project change at most.

import * as fc from "fast-check";
import { expect, it } from "vitest";
import { editFeature } from "../../src/features/edit/edit.ts";
import { topicsFeature } from "../../src/features/topics/topics.ts";
import type { KnowledgeView } from "../../src/notes/store/knowledge-view.ts";
import { LinkTargets } from "../../src/notes/store/link-targets.ts";
import { parseEntryText } from "../../src/notes/text/entry-text.ts";
import { bodyWithoutIdLine } from "../support/note-ids.ts";
import { runs } from "../support/runs.ts";
import { keysOf, SharedBase } from "../support/shared-base.ts";

const PROJECTS = ["a", "b", "c"];
const TOPICS = ["docs", "build", "docs-old"];
const WORDS = ["linker", "Linker", "cache", "arm64", "queue retry clock drift signature hook"];
const DAY = 1440;
const TOOLS = { edit: editFeature, topics: topicsFeature };

const texts = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }).map((words) => words.join(" "));
const notes = fc.array(
  fc.record({
    topic: fc.constantFrom(...TOPICS),
    text: texts,
    of: fc.constantFrom(...PROJECTS, ""),
    // Of one minute, of a long time ago, and of the future.
    age: fc.constantFrom(0, 0, 1, 100 * DAY, 100 * DAY, -3 * DAY),
    tagged: fc.boolean(),
    /** Which of the notes that are there it links to. */
    links: fc.array(fc.nat(50), { maxLength: 2 }),
  }),
  { minLength: 1, maxLength: 5 },
);
const target = fc.oneof(fc.constant({}), fc.record({ match_str: fc.constantFrom(...WORDS, "LINK") }));
const topic = fc.constantFrom(...TOPICS);
const edits = fc.oneof(
  fc
    .tuple(
      fc.constantFrom<object>(
        { action: "append", text: "more" },
        { action: "append", tag: "todo", text: "more" },
        { action: "revise", text: "other words" },
        { action: "tag", tags: "x", remove: "todo" },
        { action: "delete" },
        { action: "delete", all: true },
        { action: "rename", new_name: "docs" },
        { action: "rename", new_name: "guide" },
        { action: "merge", into: "docs" },
        { action: "merge", into: "guide" },
      ),
      topic,
      target,
    )
    .map(([edit, name, found]) => {
      const takesTarget = !("new_name" in edit || "into" in edit || "all" in edit);
      return { tool: "edit" as const, values: { ...edit, topic: name, ...(takesTarget ? found : {}) } };
    }),
  fc
    .constantFrom<object>({ action: "prune" }, { action: "compact" }, { action: "compact", mode: "migrate" })
    .map((upkeep) => ({ tool: "topics" as const, values: { ...upkeep, apply: true } })),
  fc.constant({ tool: "topics" as const, values: { action: "compact", log: true, apply: true } }),
);
const steps = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: notes.map((stored) => ({ stored })) },
    {
      weight: 5,
      arbitrary: fc.record({ edit: edits, from: fc.constantFrom(...PROJECTS, "a", "b", "") }),
    },
  ),
  { minLength: 4, maxLength: 14, size: "max" },
);

/**
 * Each note of a project: where it stands, all that it says but its links, and which notes of projects that do not
 * count these lead to.
 */
function notesOf(view: KnowledgeView, project: string, counts: (of: string) => boolean): string[] {
  const all = view.topics().flatMap(({ name }) => view.topicDocuments(name).map((id) => ({ id, name })));
  const bodyOf = (id: number) => view.body(id)!;
  const ownerOf = (id: number) => PROJECTS.find((each) => view.document(id).projects.includes(keysOf(each)[0]!)) ?? "";
  const said = (id: number) => bodyWithoutIdLine(bodyOf(id)).replace(/^\[links: .*\]\n/m, "");
  // Older notes of one project that say the same in the same minute have one id, so a link leads to any of them.
  const meant = (id: number) => said(id).replace(/^\[tags: .*\]\n/m, "");
  const targets = new LinkTargets(view);
  return all
    .filter(({ id }) => ownerOf(id) === project)
    .map(({ id, name }) => {
      const met = parseEntryText(bodyOf(id)).links.flatMap((link) => {
        const found = targets.of(link);
        return found !== null && counts(ownerOf(found)) ? [meant(found)] : [];
      });
      return JSON.stringify([name, view.minutesOf(id), said(id), met.sort()]);
    })
    .sort();
}

async function store(kb: SharedBase, stored: typeof notes extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
  const view = await kb.base.view();
  const there = view.topics().flatMap(({ name, count }) => Array.from({ length: count }, (_, at) => `${name}:${at}`));
  await kb.store(
    ...stored.map(({ links, tagged, ...note }) => {
      const to = there.length === 0 ? [] : [...new Set(links.map((link) => there[link % there.length]!))];
      const front = `${tagged ? "[tags: todo]\n" : ""}${to.length > 0 ? `[links: ${to.join(" ")}]\n` : ""}`;
      return { ...note, front };
    }),
  );
}

it("never change, and none is lost", async () => {
  let done = 0;
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), async (all, merges) => {
      const kb = new SharedBase();
      for (const step of all) {
        if ("stored" in step) {
          await store(kb, step.stored);
          if (merges) await kb.base.mergeNow();
          continue;
        }
        const { edit, from } = step;
        const others = PROJECTS.filter((project) => project !== from);
        // What may change is no note that others' links have to lead to.
        const isOther = (of: string) => others.includes(of) && from !== "";
        const snapshot = async () => {
          const view = await kb.base.view();
          return others.map((project) => notesOf(view, project, isOther));
        };
        const before = await snapshot();
        await kb.ask(from, TOOLS[edit.tool], edit.values).then(
          () => done++,
          (error: Error) => expect(error.message).toMatch(/^[^\n]+$/),
        );
        const after = await snapshot();
        const changed = others.filter((_, at) => JSON.stringify(before[at]) !== JSON.stringify(after[at]));
        expect(changed.length).toBeLessThanOrEqual(from === "" ? 1 : 0);
      }
      kb.base.close();
    }),
    { numRuns: runs(150) },
  );
  // Refusals alone say nothing.
  expect(done).toBeGreaterThan(runs(100));
});
