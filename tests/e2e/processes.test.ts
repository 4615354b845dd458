// Several real processes on one directory: what one stored the others find at once, and whatever they do to each other,
// even when one is killed in the middle of a write again and again, every acknowledged note is there once and whole.
// The control runs the same without the write lock and must see damage, or the test would prove nothing.

import { readdirSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { checkStore } from "../../src/notes/store/check.ts";
import { diskFileSystem } from "../../src/platform/disk-file-system.ts";
import { randomFrom } from "../support/hook-events.ts";
import { NOW_MINUTES, openKnowledgeBase, temporaryDirectory } from "../support/knowledge.ts";
import { type WorkerOptions, WorkerProcess } from "../support/process-child.ts";
import { NOTE_TOPIC, noteOf } from "../support/process-notes.ts";
import { isThorough, runs } from "../support/runs.ts";

const ENTRIES = runs(10_000);
const STORES = runs(1000);
/** Stores go on until there were so many merges beside them. */
const FOLDS_MIN = isThorough ? 6 : 2;
const FRESH_EVERY = 50;
const STORMS = 4;
const STORM_NOTES = runs(500);
const KILLS = isThorough ? 24 : 6;
const COMPACTIONS_MIN = isThorough ? 11 : 3;
const CONTROL_NOTES = 100;
const CONTROL_TRIES = 5;

function start(options: WorkerOptions): WorkerProcess {
  const worker = new WorkerProcess(options);
  onTestFinished(async () => {
    await worker.kill();
  });
  return worker;
}

/** How often a process that goes on by itself has said this so far. */
function timesOf(line: string, worker: WorkerProcess): number {
  worker.expectRunning();
  return worker.lines.filter((said) => said === line).length;
}

it("finds in one process what another has just stored, each time", async () => {
  const directory = temporaryDirectory();
  const base = openKnowledgeBase(directory, { mergeWorthBytes: 1e12 });
  await base.change(() =>
    Array.from({ length: ENTRIES }, (_, at) => ({
      kind: "add" as const,
      topic: `topic-${at % 50}`,
      body: `note ${at} about the linker, the cache and word${at % 997}`,
      minutes: NOW_MINUTES,
    })),
  );
  await base.mergeNow();
  base.close();

  const writer = start({ role: "serve", directory });
  const reader = start({ role: "serve", directory });
  const folder = start({ role: "merge", directory });
  for (const server of [writer, reader]) expect(await server.next()).toBe("ready");
  let [stored, found] = [0, 0];
  const fresh: string[] = [];
  for (let at = 0; at < STORES || timesOf("ack merge", folder) < FOLDS_MIN; at++) {
    writer.send(`store needle${at} in the haystack`);
    expect(await writer.next()).toBe("stored");
    stored++;
    reader.send(`search needle${at}`);
    if ((await reader.next()) === "1") found++;
    if (at % FRESH_EVERY === 0)
      fresh.push(await start({ role: "search", directory, label: `needle${at} haystack` }).next());
  }
  expect(found).toBe(stored);
  expect(fresh).toEqual(fresh.map(() => "1"));
  expect(fresh.length).toBe(Math.ceil(stored / FRESH_EVERY));
  await folder.end();
  await writer.end();
  await reader.end();
});

/** What is known of the notes of all processes from what they said: versions that may be there, by key. */
class Expectation {
  readonly acknowledged = new Map<string, number[]>();
  readonly possible = new Map<string, number[]>();
  /** Notes that some process saw half. */
  readonly half: string[] = [];

  /** Reads one process's lines; an attempt without an answer may or may not have happened. */
  follow(lines: readonly string[]): void {
    let open: string | null = null;
    for (const line of lines) {
      const [verdict = "", ...words] = line.split(" ");
      const what = words.join(" ");
      if (verdict === "half") this.half.push(what);
      if (verdict === "try") open = what;
      else if (verdict === "ack") this.#apply(what, this.acknowledged);
      if (verdict === "ack" || verdict === "fail") open = null;
      if (verdict === "fail") this.#apply(what, this.possible);
    }
    if (open !== null) this.#apply(open, this.possible);
  }

  #apply(what: string, versions: Map<string, number[]>): void {
    const [act, ...keys] = what.split(" ");
    if (act === "compact") return;
    for (const key of keys) versions.set(key, act === "add" ? [0] : act === "edit" ? [1] : []);
  }

  /** What contradicts it in the notes found. */
  problems(bodies: readonly string[]): string[] {
    const problems = this.half.map((line) => `seen half: ${line}`);
    const found = new Map<string, number[]>();
    for (const body of bodies) {
      const note = noteOf(body);
      if (note === null) problems.push(`not whole: ${body.slice(0, 40)}`);
      else found.set(note.key, [...(found.get(note.key) ?? []), note.version]);
    }
    for (const key of new Set([...this.acknowledged.keys(), ...this.possible.keys(), ...found.keys()])) {
      const versions = String(found.get(key) ?? []);
      const expected = [this.acknowledged.get(key) ?? [], this.possible.get(key)].map(String);
      if (!expected.includes(versions))
        problems.push(`${key}: found [${versions}], expected [${expected.join("] or [")}]`);
    }
    return problems;
  }
}

async function notesOf(directory: string): Promise<string[]> {
  const base = openKnowledgeBase(directory);
  const view = await base.view();
  const bodies = view.topicDocuments(NOTE_TOPIC).map((id) => view.body(id) ?? "");
  base.close();
  return bodies;
}

function storms(directory: string, count: number, lock: "flock" | "none"): WorkerProcess[] {
  return Array.from({ length: STORMS }, (_, number) =>
    start({ role: "storm", directory, lock, label: `storm${number}`, count }),
  );
}

it("keeps every acknowledged note through four writers, compactions and kills", async () => {
  const directory = temporaryDirectory();
  const expectation = new Expectation();
  const writers = storms(directory, STORM_NOTES, "flock");
  const compactor = start({ role: "compact", directory });
  const killed = { inMiddle: 0, writes: 0 };
  const random = randomFrom(1);
  for (let kill = 0; kill < KILLS || timesOf("ack compact", compactor) < COMPACTIONS_MIN; kill++) {
    // Every other one is killed after any line, the others in the middle of a write, where they wait for it.
    const isRandom = kill % 2 === 0;
    const victim = start({ role: "victim", directory, label: `victim${kill}`, count: isRandom ? 0 : 1 });
    const lines: string[] = [];
    for (let left = isRandom ? random(30) : 1; left > 0; ) {
      lines.push(await victim.next());
      if (isRandom || lines.at(-1) === "middle") left--;
    }
    expect(await victim.kill()).toBe(true);
    lines.push(...victim.lines);
    killed.writes += lines.filter((line) => line.startsWith("ack")).length;
    if (lines.at(-1) === "middle") killed.inMiddle++;
    expectation.follow(lines);
  }
  for (const writer of writers) expectation.follow(await writer.end());
  await compactor.end();
  expect(killed.inMiddle).toBeGreaterThanOrEqual(KILLS / 2);
  expect(killed.writes).toBeGreaterThan(KILLS);
  expect([...expectation.acknowledged.keys()].filter((key) => key.startsWith("storm"))).toHaveLength(
    STORMS * STORM_NOTES,
  );

  expect(expectation.problems(await notesOf(directory))).toEqual([]);
  expect(checkStore(diskFileSystem, directory)).toMatchObject({ headerDamaged: false, damages: [], aimless: [] });
  const held = diskFileSystem.tryLock(`${directory}/.lock`);
  expect(held).not.toBeNull();
  held?.release();

  // The next compaction and merge sweep what the killed ones left.
  const base = openKnowledgeBase(directory);
  await base.compact();
  await base.mergeNow();
  base.close();
  const names = readdirSync(directory);
  expect(names.filter((name) => name.includes(".tmp"))).toEqual([]);
  expect(names.filter((name) => /^data\.log\.(torn|damaged)-/.test(name)).length).toBeGreaterThan(0);
  expect(expectation.problems(await notesOf(directory))).toEqual([]);
});

it.runIf(isThorough)("would lose notes without the lock", async () => {
  let losses: string[] = [];
  for (let attempt = 0; attempt < CONTROL_TRIES && losses.length === 0; attempt++) {
    const directory = temporaryDirectory();
    const expectation = new Expectation();
    const writers = storms(directory, CONTROL_NOTES, "none");
    const compactor = start({ role: "compact", directory, lock: "none" });
    for (const writer of writers) expectation.follow(await writer.end());
    await compactor.end();
    losses = expectation.problems(await notesOf(directory).catch((error: unknown) => [String(error)]));
  }
  expect(losses.length).toBeGreaterThan(0);
});
