// Undo against snapshots: after any sequence of changes and undos the knowledge base reads as it did before what was
// taken back, in every respect that a reader can see, whether merges happen in between or other processes write and
// undo.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Change } from "../../src/notes/store/changes.ts";
import type { KnowledgeView } from "../../src/notes/store/knowledge-view.ts";
import { liveEntries, NOW_MINUTES, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { runs } from "../support/runs.ts";

const TOPICS = ["a", "b", "c/Ü"];

/** One change in words that any knowledge base can follow: `pick` chooses among what is live. */
interface Wish {
  readonly kind: "add" | "delete" | "replace" | "move";
  readonly topic: number;
  readonly pick: number;
  readonly text: string;
}

type Act =
  | { readonly kind: "change"; readonly wishes: readonly Wish[] }
  | { readonly kind: "undo" }
  | { readonly kind: "merge" };

const wish = fc.record<Wish>({
  kind: fc.constantFrom("add", "add", "delete", "replace", "move"),
  topic: fc.nat(TOPICS.length - 1),
  pick: fc.nat(1000),
  text: fc.constantFrom("one", "two words", "[tags: x]\nthree", "vier"),
});
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("change" as const),
      wishes: fc.array(wish, { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 4, arbitrary: fc.constant({ kind: "undo" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "merge" as const }) },
);

/** What the wishes ask of this view; an entry is changed once at most. */
function changesOf(view: KnowledgeView, wishes: readonly Wish[]): Change[] {
  const free = view.topics().flatMap(({ name }) => view.topicDocuments(name));
  return wishes.flatMap(({ kind, topic, pick, text }): Change[] => {
    const name = TOPICS[topic]!;
    // Two minutes only, so that order rests on places.
    if (kind === "add") return [{ kind, topic: name, body: text, minutes: NOW_MINUTES - (pick % 2) }];
    const [id] = free.splice(pick % Math.max(1, free.length), 1);
    if (id === undefined) return [];
    if (kind === "delete") return [{ kind, id }];
    if (kind === "replace") return [{ kind, id, body: text }];
    return [{ kind, id, topic: name, body: text }];
  });
}

test("undo brings back what was there, act by act, through merges and by another process", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(act, fc.boolean()), { maxLength: 25 }), async (acts) => {
      const files = new MemoryFileSystem();
      const bases = [0, 1].map(() => openKnowledgeBase("/kb", { files }));
      const snapshots: unknown[] = [];
      let now: unknown = [];
      for (const [step, byOther] of acts) {
        const base = bases[byOther ? 1 : 0]!;
        if (step.kind === "merge") await base.mergeNow();
        else if (step.kind === "undo" && snapshots.length === 0)
          await expect(base.undo()).rejects.toThrow("no change to take back");
        else if (step.kind === "undo") {
          await base.undo();
          now = snapshots.pop();
        } else {
          let count = 0;
          await base.change((view) => {
            const changes = changesOf(view, step.wishes);
            count = changes.length;
            return changes;
          });
          if (count > 0) {
            snapshots.push(now);
            now = liveEntries(await base.view());
          }
        }
        expect(liveEntries(await bases[byOther ? 0 : 1]!.view())).toEqual(now);
      }
    }),
    { numRuns: runs(150) },
  );
});
