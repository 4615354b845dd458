// Two programs on one log, in turn: helix, whose writes are cut off anywhere, and the original, which takes no notice
// of transactions, checksums or torn tails and stores whatever it is given. What either was told is stored is there,
// once, for every reader of helix, also behind a merge, a compaction and whatever comes next.

import { expect, test } from "vitest";
import type { Change } from "../../src/notes/store/changes.ts";
import { checkStore } from "../../src/notes/store/check.ts";
import { liveEntries, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import {
  addition,
  DIRECTORY,
  entryOfOriginal,
  INDEX_PATH,
  LOG_PATH,
  tombstoneOfOriginal,
} from "../support/random-log.ts";
import { randomOf, sayFigures, timeLimit, timeOver } from "./support/proof.ts";

const STEPS = 40;
const HISTORIES_SHORT = 6;
const MINUTES_OF_ORIGINAL = 29_527_740;
const TOPICS = ["engine", "build", "notes"];

class History {
  readonly #files = new MemoryFileSystem();
  readonly #random: (limit: number) => number;
  /** What was acknowledged and not taken back, and what of writes that were cut off may count. */
  readonly #stored = new Map<string, string>();
  readonly #possible = new Set<string>();
  /** Where the original has put its notes; as long as nobody has moved them. */
  #ofOriginal: { body: string; offset: number }[] = [];
  #number = 0;
  cuts = 0;
  writes = 0;

  constructor(random: (limit: number) => number) {
    this.#random = random;
  }

  async step(): Promise<void> {
    const what = this.#random(12);
    if (what < 3) await this.#byHelix(1);
    else if (what < 5) await this.#byHelix(2 + this.#random(6));
    else if (what < 6) await this.#rename();
    else if (what < 9) this.#byOriginal();
    else if (what < 10) this.#editByOriginal();
    else if (what < 11) await this.#merge();
    else await this.#compact();
    await this.#check();
  }

  #text(): string {
    const words = "linker cache arm64 pool retry token ".repeat(this.#random(9));
    return `note ${this.#number++} ${words}`.trim();
  }

  /** helix adds notes, and is cut off in the middle of that now and then. */
  async #byHelix(count: number): Promise<void> {
    const topic = TOPICS[this.#random(TOPICS.length)]!;
    const bodies = Array.from({ length: count }, () => this.#text());
    await this.#change(() => bodies.map((body) => addition(topic, body)), bodies);
  }

  async #rename(): Promise<void> {
    const topic = TOPICS[this.#random(TOPICS.length)]!;
    const other = TOPICS[this.#random(TOPICS.length)]!;
    // What was moved stands elsewhere now.
    this.#ofOriginal = [];
    await this.#change((view) =>
      topic === other
        ? []
        : view.topicDocuments(topic).map((id) => ({ kind: "move", id, topic: other, body: view.body(id) ?? "" })),
    );
  }

  async #change(
    plan: Parameters<ReturnType<typeof openKnowledgeBase>["change"]>[0],
    adds: string[] = [],
  ): Promise<void> {
    const before = this.#files.content(LOG_PATH)?.length ?? 0;
    const kb = openKnowledgeBase(DIRECTORY, { files: this.#files });
    await kb.change((view): readonly Change[] => plan(view));
    kb.close();
    const log = this.#files.content(LOG_PATH) ?? new Uint8Array(0);
    // Before its acknowledgement was out the process was killed, and what it had not written yet is not there.
    const isCut = before > 0 && log.length > before && this.#random(3) === 0;
    if (isCut) {
      const kept = before + this.#random(log.length - before);
      // What was cut off before that, the write has moved aside.
      this.#files.write(LOG_PATH, log.subarray(0, kept));
      this.cuts++;
    } else this.writes++;
    for (const body of adds) isCut ? this.#possible.add(body) : this.#stored.set(body, body);
  }

  /** The original appends, whatever stands at the end; before it has begun a log there is nothing. */
  #append(...records: Uint8Array[]): number {
    const log = this.#files.content(LOG_PATH);
    if (log === null) return -1;
    this.#files.write(LOG_PATH, Buffer.concat([log, ...records]));
    this.writes++;
    return log.length;
  }

  #byOriginal(): void {
    const odd = this.#random(6);
    const body = odd === 0 ? `${this.#text()}\0and a NUL` : this.#text();
    const topic = odd === 1 ? "" : TOPICS[this.#random(TOPICS.length)]!;
    const offset = this.#append(entryOfOriginal(topic, body, MINUTES_OF_ORIGINAL));
    if (offset < 0) return;
    this.#stored.set(shown(body), body);
    this.#ofOriginal.push({ body, offset });
  }

  /** It edits a note of its own: the new version, and a tombstone of the old one. */
  #editByOriginal(): void {
    const own = this.#ofOriginal[this.#random(Math.max(1, this.#ofOriginal.length))];
    if (own === undefined) return;
    const body = `${own.body}\nedited ${this.#number++}`;
    const offset = this.#append(entryOfOriginal("engine", body, MINUTES_OF_ORIGINAL), tombstoneOfOriginal(own.offset));
    this.#stored.delete(shown(own.body));
    this.#stored.set(shown(body), body);
    this.#ofOriginal = [...this.#ofOriginal.filter((each) => each !== own), { body, offset }];
  }

  async #merge(): Promise<void> {
    const kb = openKnowledgeBase(DIRECTORY, { files: this.#files });
    await kb.mergeNow().catch(() => undefined);
    kb.close();
  }

  async #compact(): Promise<void> {
    if (this.#files.content(LOG_PATH) === null) return;
    const kb = openKnowledgeBase(DIRECTORY, { files: this.#files });
    await kb.compact();
    kb.close();
    this.#ofOriginal = [];
  }

  async #check(): Promise<void> {
    const found = await this.#bodies();
    const counted = new Map<string, number>();
    for (const body of found) counted.set(shown(body), (counted.get(shown(body)) ?? 0) + 1);
    const lost = [...this.#stored.keys()].filter((body) => !counted.has(body));
    const doubled = [...counted].filter(([, count]) => count > 1).map(([body]) => body);
    const foreign = [...counted.keys()].filter((body) => !this.#stored.has(body) && !this.#possible.has(body));
    expect({ lost, doubled, foreign }).toEqual({ lost: [], doubled: [], foreign: [] });
    // Without the index the log says the same.
    const index = this.#files.content(INDEX_PATH);
    if (index === null) return;
    this.#files.remove(INDEX_PATH);
    expect((await this.#bodies()).sort()).toEqual(found.sort());
    this.#files.write(INDEX_PATH, index);
    expect(checkStore(this.#files, DIRECTORY)?.live).toBe(found.length);
  }

  async #bodies(): Promise<string[]> {
    const kb = openKnowledgeBase(DIRECTORY, { files: this.#files });
    const bodies = liveEntries(await kb.view()).map(({ body }) => body);
    kb.close();
    return bodies;
  }

  get notes(): number {
    return this.#stored.size;
  }
}

/** A body as helix writes it when it moves it. */
function shown(body: string): string {
  return body.replaceAll("\0", "\uFFFD");
}

test(
  "what helix or the original has stored is there once, wherever writes of helix were cut off",
  async () => {
    const isOver = timeOver();
    const random = randomOf("two programs");
    const sums = { histories: 0, cuts: 0, acknowledged: 0, notes: 0, lost: 0 };
    while (sums.histories < HISTORIES_SHORT || !isOver()) {
      const history = new History(random);
      for (let step = 0; step < STEPS; step++) await history.step();
      sums.histories++;
      sums.cuts += history.cuts;
      sums.acknowledged += history.writes;
      sums.notes += history.notes;
    }
    sayFigures("two-programs", sums);
    expect(sums.cuts).toBeGreaterThan(0);
  },
  timeLimit,
);
