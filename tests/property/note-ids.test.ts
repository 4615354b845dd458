// A note keeps its id, whatever becomes of it: edits, moves, merges, undo, compaction, export and import, an append of
// the original program. Notes of an older helix, which have none in the log, keep the one that is derived from them.

import fc from "fast-check";
import { expect, it } from "vitest";
import { exportJson, importJson } from "../../src/exchange/transfer.ts";
import { editFeature } from "../../src/features/edit/edit.ts";
import { storeFeature } from "../../src/features/store/store.ts";
import { topicsFeature } from "../../src/features/topics/topics.ts";
import type { KnowledgeBase } from "../../src/notes/store/knowledge-base.ts";
import { formatNoteId } from "../../src/notes/text/note-id.ts";
import { NOW_MINUTES, openKnowledgeBase, temporaryDirectory } from "../support/knowledge.ts";
import { appendAsOriginal } from "../support/original-append.ts";

const TOPICS = ["engine", "cache", "build-gotchas"];
/** Ten thousand are tried with HELIX_ID_HISTORIES=10000. */
const RUNS = Number(process.env.HELIX_ID_HISTORIES ?? 120);

const topic = fc.constantFrom(...TOPICS);
const pick = fc.nat(30);
const step = fc.oneof(
  fc.record({ kind: fc.constant("store" as const), topic, words: pick }),
  fc.record({ kind: fc.constant("old" as const), topic, words: pick }),
  fc.record({ kind: fc.constantFrom("append", "revise", "tag", "delete", "original"), pick }),
  fc.record({ kind: fc.constantFrom("rename", "unite"), topic, other: topic }),
  fc.record({ kind: fc.constantFrom("undo", "duplicates", "compact", "merge", "move") }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A knowledge base that an older helix and this one write to, and what ids its notes have by the word that marks them. */
class History {
  directory = temporaryDirectory();
  base!: KnowledgeBase;
  readonly ids = new Map<string, string>();
  #older!: KnowledgeBase;
  #made = 0;

  constructor() {
    this.#open();
  }

  #open(): void {
    const newNoteId = () => formatNoteId({ high: 7, low: this.#made++ });
    this.base = openKnowledgeBase(this.directory, { newNoteId });
    this.#older = openKnowledgeBase(this.directory);
  }

  async live(): Promise<{ word: string; id: string; topic: string; index: number }[]> {
    const view = await this.base.view();
    return view.topics().flatMap(({ name }) =>
      view.topicDocuments(name).map((id, index) => {
        const word = /mark\d+/.exec(view.body(id)!)![0];
        return { word, id: view.noteId(id), topic: name, index };
      }),
    );
  }

  async take(step: Step): Promise<void> {
    const { base } = this;
    const context = { base, project: null };
    const run = (values: Record<string, unknown>) => editFeature.run(context, values).catch(() => undefined);
    switch (step.kind) {
      case "store":
      case "old": {
        const word = `mark${this.ids.size}`;
        const text = `${word} the valve of engine sticks in the cold ${"again ".repeat(step.words % 3)}`.trim();
        if (step.kind === "store") await storeFeature.run(context, { topic: step.topic, text, force: true });
        else {
          const addition = { kind: "add" as const, topic: step.topic, body: text, minutes: NOW_MINUTES - step.words };
          await this.#older.change(() => [addition]);
        }
        const { id } = (await this.live()).find((note) => note.word === word)!;
        this.ids.set(word, id);
        return;
      }
      case "rename":
        await run({ action: "rename", topic: step.topic, new_name: step.other });
        return;
      case "unite":
        await run({ action: "merge", topic: step.topic, into: step.other });
        return;
      case "undo":
        await run({ action: "undo" });
        return;
      case "duplicates": {
        const before = await this.live();
        await topicsFeature.run(context, { action: "compact", apply: true });
        const after = new Set((await this.live()).map(({ word }) => word));
        // The id of a note that was merged into another leads to that one.
        const view = await base.view();
        for (const { id, word } of before) {
          if (!after.has(word)) expect(view.body(view.findNote(id)!), `${id} of ${word}`).toContain("the valve");
        }
        return;
      }
      case "compact":
        if ((await base.view()).logBytes > 0) await base.compact();
        return;
      case "merge":
        if ((await base.view()).logBytes > 0) await base.mergeNow();
        return;
      case "move": {
        const json = [...exportJson(await base.view(), () => undefined)].join("");
        this.close();
        this.directory = temporaryDirectory();
        this.#open();
        if (json !== "[]\n") await importJson({ base: this.base, project: null }, json);
        return;
      }
      default: {
        const notes = await this.live();
        const note = notes[step.pick % Math.max(1, notes.length)];
        if (note === undefined) return;
        if (step.kind === "original") {
          // What the original program edits of a note without an id is another note: it knows no ids.
          const isWritten = (await base.view()).body((await base.view()).findNote(note.id)!)!.includes("[id: ");
          if (isWritten) appendAsOriginal(this.directory, `${note.word} `, "the original says more");
          return;
        }
        const more = { append: { text: "more" }, revise: { text: `${note.word} said anew` }, tag: { tags: "x" } };
        await run({ action: step.kind, topic: note.id, ...more[step.kind as "append"] });
      }
    }
  }

  close(): void {
    this.base.close();
    this.#older.close();
  }
}

it("keeps the id of each note, over random histories of three programs", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const history = new History();
      try {
        for (const each of steps) {
          await history.take(each);
          const view = await history.base.view();
          const notes = await history.live();
          for (const { word, id } of notes) {
            expect(id, `${word} after ${each.kind}`).toBe(history.ids.get(word));
            expect(view.body(view.findNote(id)!), `${id} leads to ${word}`).toContain(word);
          }
        }
      } finally {
        history.close();
      }
    }),
    { numRuns: RUNS },
  );
});
