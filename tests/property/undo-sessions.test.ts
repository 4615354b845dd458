// Two sessions write in turn, and each takes back and makes again what it did itself. Whatever one takes back, no note
// that the other wrote last is touched, and a redo brings back exactly what was there.

import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Change } from "../../src/notes/store/changes.ts";
import type { KnowledgeBase } from "../../src/notes/store/knowledge-base.ts";
import type { KnowledgeView } from "../../src/notes/store/knowledge-view.ts";
import { MemoryAppendedFiles } from "../../src/platform/memory-files.ts";
import { liveEntries, NOW_MINUTES, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { countedIds } from "../support/note-ids.ts";
import { isThorough, runs } from "../support/runs.ts";

const step = fc.record({
  who: fc.constantFrom<0 | 1>(0, 1),
  act: fc.constantFrom("store", "store", "edit", "move", "delete", "two", "undo", "undo", "redo"),
  pick: fc.nat(20),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function changesOf(view: KnowledgeView, { act, pick, who }: Step): Change[] {
  const live = view.index.topicNames().flatMap((topic) => view.topicDocuments(topic));
  const id = live[pick % Math.max(1, live.length)];
  const add: Change = { kind: "add", topic: `t${pick % 3}`, body: `by ${who} ${pick}`, minutes: NOW_MINUTES - pick };
  if (act === "store" || id === undefined) return [add];
  const body = `${view.body(id)!.replace(/\n\[id: .*$/, "")} ${who}${view.body(id)!.slice(-18)}`;
  if (act === "edit") return [{ kind: "replace", id, body }];
  if (act === "move") return [{ kind: "move", id, topic: `t${(pick + 1) % 3}`, body }];
  const other = live[(pick + 1) % live.length]!;
  const rest: Change[] = act === "two" && other !== id ? [{ kind: "delete", id: other }, add] : [];
  return [{ kind: "delete", id }, ...rest];
}

/** Each live note by its id. */
async function notesOf(base: KnowledgeBase): Promise<Map<string, string>> {
  const view = await base.view();
  const documents = view.index.topicNames().flatMap((topic) => view.topicDocuments(topic));
  return new Map(documents.map((id) => [view.noteId(id), `${view.index.topicOf(id)} ${view.body(id)}`]));
}

it("undo of one session leaves alone what the other wrote last, and undo and redo turn each other round", async () => {
  let undone = 0;
  let redone = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 30, size: "max" }), async (steps) => {
      const files = new MemoryFileSystem();
      const lines = new MemoryAppendedFiles();
      const newNoteId = countedIds();
      const names = ["a", "b"];
      const bases = names.map((session) => {
        const authors = { lines, author: () => ({ session, project: [] }) };
        return openKnowledgeBase("/kb", { files, newNoteId, authors });
      });
      const lastBy = new Map<string, number | undefined>();
      /** Of each change: who had written its notes before. */
      const writers = new Map<number, Map<string, number | undefined>>();
      for (const { who, act, pick } of steps) {
        const base = bases[who]!;
        const before = await notesOf(base);
        const entries = liveEntries(await base.view());
        if (act === "undo" || act === "redo") {
          const fits = (author: { session: string } | null) => author?.session === names[who];
          const isRedo = act === "redo";
          const done = await base.undo({ isRedo, fits }).catch((error: Error) => {
            expect(error).toMatchObject({ code: "NOT_FOUND" });
            return null;
          });
          const after = await notesOf(base);
          if (done === null) {
            expect(after).toEqual(before);
            continue;
          }
          for (const [id, body] of isRedo ? [] : before)
            if (lastBy.get(id) !== who) expect(after.get(id), id).toBe(body);
          for (const [id, writer] of writers.get(done.act.start)!) lastBy.set(id, isRedo ? who : writer);
          if (isRedo) redone++;
          else undone++;
          // What was just done can be turned round, which leaves what was there before.
          await base.undo({ isRedo: !isRedo, start: done.act.start });
          expect(liveEntries(await base.view())).toEqual(entries);
          await base.undo({ isRedo, start: done.act.start });
          expect(await notesOf(base)).toEqual(after);
          continue;
        }
        const { transaction } = await base.change((view) => changesOf(view, { who, act, pick }));
        const after = await notesOf(base);
        const ids = new Set([...before.keys(), ...after.keys()]);
        const changed = [...ids].filter((id) => before.get(id) !== after.get(id));
        writers.set(transaction.start, new Map(changed.map((id) => [id, lastBy.get(id)])));
        for (const id of changed) lastBy.set(id, who);
        expect(await notesOf(bases[1 - who]!)).toEqual(after);
      }
    }),
    { numRuns: runs(150) },
  );
  expect(undone).toBeGreaterThan(runs(100));
  expect(redone).toBeGreaterThan(isThorough ? 20 : 0);
});
