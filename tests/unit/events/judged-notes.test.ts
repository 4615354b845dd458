// What was judged of the notes of an index: by their ids, and by those of notes that were merged into them.

import fc from "fast-check";
import { expect, it } from "vitest";
import { judgedIn, judgedNotes } from "../../../src/events/judged-notes.ts";
import { JudgementLog } from "../../../src/events/judgement-log.ts";
import type { NewEvent } from "../../../src/events/log/event-types.ts";
import { effectiveness, judgedOf, judgements } from "../../../src/events/log/judgements.ts";
import type { KnowledgeView } from "../../../src/notes/store/knowledge-view.ts";
import { parseEntryText } from "../../../src/notes/text/entry-text.ts";
import { EventDisk, NOON_MS } from "../../support/event-disk.ts";
import { NOW_MINUTES, openKnowledgeBase } from "../../support/knowledge.ts";
import { MemoryFileSystem } from "../../support/memory-file-system.ts";
import { runs } from "../../support/runs.ts";

const ID = /[0-9a-hjkmnp-tv-z]{10}/;

function feedback(note: string, verdict: "helped" | "misled", task: string): NewEvent {
  return { type: "feedback", note, verdict, by: "assistant", task };
}

function logOn(disk: EventDisk): JudgementLog {
  return new JudgementLog({
    log: disk.log,
    clock: () => NOON_MS,
    newId: disk.newId,
    acting: () => ({ session: "s1", agent: "", project: [] }),
    actor: async () => "assistant",
  });
}

/** Notes in base and delta; some are deleted, and some have the ids of notes that were merged into them. */
async function notes(): Promise<KnowledgeView> {
  const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
  const note = (body: string) => ({ kind: "add" as const, topic: "engine", body, minutes: NOW_MINUTES });
  await base.change(() => [
    note("first"),
    note("second\n[id: aaaaaaaaaa]"),
    note("third\n[id: bbbbbbbbbb cccccccccc]"),
  ]);
  await base.mergeNow();
  await base.change(() => [note("fourth\n[id: dddddddddd cccccccc00 cccccccc11]"), note("fifth")]);
  await base.change(() => [{ kind: "delete" as const, id: 1 }]);
  return base.view();
}

/** The ids of a live note, by its own text. */
function idsOf(view: KnowledgeView, document: number): string[] {
  return [view.noteId(document), ...parseEntryText(view.body(document) ?? "").aliases];
}

it("gives each note what the fold has of its ids, whatever was judged", async () => {
  const view = await notes();
  const live = [0, 2, 3, 4];
  const known = live.flatMap((document) => idsOf(view, document));
  expect(known).toHaveLength(7);
  const anyEvent = fc.record({
    note: fc.constantFrom(...known, "aaaaaaaaaa", "eeeeeeeeee"),
    verdict: fc.constantFrom("helped" as const, "misled" as const),
    task: fc.constantFrom("t1", "t2", "t3"),
  });
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 20 }), (events) => {
      const state = judgements.empty();
      events.forEach(({ note, verdict, task }, at) => {
        const head = { id: String(at), at: NOON_MS + at, session: "s1", agent: "", project: [] };
        judgements.take(state, { ...head, type: "feedback", note, verdict, task, by: "assistant" });
        // As a search between the judgements would.
        judgedNotes(view.index, state)?.effectivenessOf(0);
      });
      const found = judgedNotes(view.index, state);
      for (const document of live) {
        const { helped, misled } = judgedOf(state, idsOf(view, document));
        const expected = helped + misled === 0 ? undefined : { helped, misled };
        expect(found?.countsOf(document)).toEqual(expected);
        expect(found?.effectivenessOf(document)).toBe(expected && effectiveness(expected));
      }
      const isAny = [...state.notes.values()].some(({ helped, misled }) => helped + misled > 0);
      expect(found === null).toBe(!isAny);
    }),
    { numRuns: runs(200) },
  );
});

it("knows a judgement as soon as it is written, by this process or another", async () => {
  const view = await notes();
  const id = view.noteId(4);
  expect(id).toMatch(ID);
  const disk = new EventDisk();
  const log = logOn(disk);
  expect(judgedIn(view.index, log)).toBeNull();
  log.write([feedback(id, "helped", "t1")]);
  expect(judgedIn(view.index, log)?.countsOf(4)).toEqual({ helped: 1, misled: 0 });
  logOn(disk).write([feedback(id, "misled", "t2")]);
  expect(judgedIn(view.index, log)?.countsOf(4)).toEqual({ helped: 1, misled: 1 });
  disk.log.rotate(1);
  expect(judgedIn(view.index, log)?.countsOf(4)).toEqual({ helped: 1, misled: 1 });
});

it("reads no event as long as nothing is appended, and none where there are none", async () => {
  const view = await notes();
  const disk = new EventDisk();
  const log = logOn(disk);
  log.write([feedback(view.noteId(0), "helped", "t1")]);
  expect(judgedIn(view.index, log)).not.toBeNull();
  disk.files.open = () => {
    throw new Error("a segment was read");
  };
  expect(judgedIn(view.index, log)?.countsOf(0)).toEqual({ helped: 1, misled: 0 });
  const empty = new EventDisk();
  empty.files.open = disk.files.open;
  expect(judgedIn(view.index, logOn(empty))).toBeNull();
  expect(judgedIn(view.index, undefined)).toBeNull();
});
