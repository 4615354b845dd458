// A note keeps its id, whatever becomes of it: edits, moves, merges, undo, compaction, export and import, an append of
// the original program. Notes of an older helix, which have none in the log, keep the one that is derived from them.
// Links lead to the note that they meant, those of an older helix by index too.

import fc from "fast-check";
import { expect, it } from "vitest";
import { exportJson, importJson } from "../../src/exchange/transfer.ts";
import { editFeature } from "../../src/features/edit/edit.ts";
import { storeFeature } from "../../src/features/store/store.ts";
import { topicsFeature } from "../../src/features/topics/topics.ts";
import type { KnowledgeBase } from "../../src/notes/store/knowledge-base.ts";
import { LinkTargets } from "../../src/notes/store/link-targets.ts";
import { parseEntryText } from "../../src/notes/text/entry-text.ts";
import { formatNoteId } from "../../src/notes/text/note-id.ts";
import { NOW_MINUTES, openKnowledgeBase, temporaryDirectory } from "../support/knowledge.ts";
import { appendAsOriginal } from "../support/original-append.ts";
import { runs } from "../support/runs.ts";

const TOPICS = ["engine", "cache", "build-gotchas"];
const MARK = /mark\d+/;
/** Ten thousand are tried with HELIX_ID_HISTORIES=10000. */
const RUNS = runs(120);

const topic = fc.constantFrom(...TOPICS);
const pick = fc.nat(30);
const step = fc.oneof(
  fc.record({ kind: fc.constant("store" as const), topic, words: pick, to: pick, isById: fc.boolean() }),
  fc.record({ kind: fc.constant("old" as const), topic, words: pick, to: pick, isById: fc.constant(false) }),
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
  /** What the links of a note lead to, by their words. */
  readonly #ends = new Map<string, string>();
  /** Notes of which nobody knows what their links lead to. */
  readonly #unknown = new Set<string>();
  /** Notes that were merged are one, as far as links go: each is led to a common word. */
  readonly #merged = new Map<string, string>();
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

  async live(): Promise<{ word: string; id: string; topic: string; index: number; document: number }[]> {
    const view = await this.base.view();
    return view.topics().flatMap(({ name }) =>
      view.topicDocuments(name).map((id, index) => {
        const word = MARK.exec(view.body(id)!)![0];
        return { word, id: view.noteId(id), topic: name, index, document: id };
      }),
    );
  }

  async take(step: Step): Promise<void> {
    const { base } = this;
    const context = { base, project: null };
    const run = (values: Record<string, unknown>) => editFeature.run(context, values).catch(() => undefined);
    switch (step.kind) {
      case "store":
      case "old":
        return this.#add(step);
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
          if (after.has(word)) continue;
          const kept = view.body(view.findNote(id)!)!;
          expect(kept, `${id} of ${word}`).toContain("the valve");
          const [one, other] = [this.#one(word), this.#one(MARK.exec(kept)![0])];
          // An undo may have parted them since they were merged before.
          if (one !== other) this.#merged.set(one, other);
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
        if (json !== "[]\n") await importJson({ base: this.base }, json);
        return;
      }
      default: {
        const notes = await this.live();
        const note = notes[step.pick % Math.max(1, notes.length)];
        if (note === undefined) return;
        if (step.kind === "original") {
          // What the original program edits of a note without an id is another note: it knows no ids.
          const isWritten = (await base.view()).body((await base.view()).findNote(note.id)!)!.includes("[id: ");
          if (!isWritten) return;
          appendAsOriginal(this.directory, `${note.word} `, "the original says more");
          await this.#forgetEnds();
          return;
        }
        const more = { append: { text: "more" }, revise: { text: `${note.word} said anew` }, tag: { tags: "x" } };
        await run({ action: step.kind, topic: note.id, ...more[step.kind as "append"] });
      }
    }
  }

  /** A new note, of this helix or of an older one, which may link to one that is there. */
  async #add(step: Extract<Step, { to: number }>): Promise<void> {
    const context = { base: this.base, project: null };
    const word = `mark${this.ids.size}`;
    const text = `${word} the valve of engine sticks in the cold ${"again ".repeat(step.words % 3)}`.trim();
    const notes = await this.live();
    const to = step.to % 3 === 0 ? undefined : notes[step.to % Math.max(1, notes.length)];
    if (to !== undefined) this.#ends.set(word, to.word);
    const links = to && (step.isById ? `@${to.id}` : `${to.topic}:${to.index}`);
    if (step.kind === "store") await storeFeature.run(context, { topic: step.topic, text, links, force: true });
    else {
      const body = links === undefined ? text : `[links: ${links}]\n${text}`;
      // An older helix rewrites links by index itself, which is not played here.
      const minutes = this.#ends.size === 0 ? NOW_MINUTES - step.words : NOW_MINUTES;
      await this.#older.change(() => [{ kind: "add", topic: step.topic, body, minutes }]);
    }
    const { id } = (await this.live()).find((note) => note.word === word)!;
    this.ids.set(word, id);
  }

  /** After an edit of the original program the note stands last of its minute: links by index lead elsewhere. */
  async #forgetEnds(): Promise<void> {
    const view = await this.base.view();
    for (const { word, document } of await this.live()) {
      const { links } = parseEntryText(view.body(document)!);
      if (links.some((link) => !link.startsWith("@"))) this.#unknown.add(word);
    }
  }

  /** The word that stands for a note and all that were merged with it. */
  #one(word: string): string {
    const next = this.#merged.get(word);
    return next === undefined ? word : this.#one(next);
  }

  /** Each link leads to the note that it meant, and is there as long as that note is. */
  async checkLinks(): Promise<void> {
    const view = await this.base.view();
    const targets = new LinkTargets(view);
    const notes = await this.live();
    const isMerged = new Set([...this.#merged].flat());
    for (const { word, document } of notes) {
      const meant = this.#ends.get(word);
      const found = parseEntryText(view.body(document)!).links.map((link) => targets.of(link));
      const ends = found.flatMap((end) => (end === null ? [] : MARK.exec(view.body(end)!)![0]));
      const own = [...this.ids.keys()].filter((each) => this.#one(each) === this.#one(word));
      if (own.some((each) => this.#unknown.has(each))) continue;
      const allowed = own.flatMap((each) => (this.#ends.has(each) ? this.#one(this.#ends.get(each)!) : []));
      for (const end of ends) expect(allowed, `${word} leads to ${end}`).toContain(this.#one(end));
      if (meant === undefined || isMerged.has(word) || isMerged.has(meant)) continue;
      if (notes.some((note) => note.word === meant)) expect(ends, `${word} leads to ${meant}`).toEqual([meant]);
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
          await history.checkLinks();
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
