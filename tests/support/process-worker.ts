// One process of tests/e2e/processes.test.ts: `bun process-worker.ts ROLE DIRECTORY LOCK LABEL COUNT`. Says what it is
// about to do ("try") and what was acknowledged ("ack") or not ("fail") on stdout, a line each, written at once, so
// that it may be killed at any moment.
//   storm    stores COUNT notes, one at a time
//   original stores COUNT notes as the original program does: under `.lock` alone, without checksums, not synced
//   victim   adds, edits, deletes and compacts without end; with COUNT 1 it stops in the middle of a write, until it is killed
//   compact  compacts again and again until its stdin ends
//   merge     merges again and again until its stdin ends
//   serve    answers lines on stdin: "store KEY" and "search WORDS" (with how many entries were found)
//   search   one search for LABEL

import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { HelixError } from "../../src/base/errors.ts";
import { parseQuery } from "../../src/notes/search/note-query.ts";
import type { Change } from "../../src/notes/store/changes.ts";
import { KnowledgeBase } from "../../src/notes/store/knowledge-base.ts";
import type { KnowledgeView } from "../../src/notes/store/knowledge-view.ts";
import { inProcessMerger } from "../../src/notes/store/mergers.ts";
import { diskFileSystem } from "../../src/platform/disk-file-system.ts";
import { type Locking, pause, sharesOf, slowFiles } from "./process-files.ts";
import { NOTE_TOPIC, noteBody, noteOf } from "./process-notes.ts";
import { entryOfOriginal } from "./random-log.ts";

/** How long a victim stays in the middle of a write that it says so of, and how often that is. */
const MIDDLE_MS = 60;
const MIDDLE_SHARE = 0.1;
/** How many of the newest notes a writer looks at after its writes. */
const LOOKED_AT = 5;

const [role = "", directory = "", lock = "", label = "", count = "0"] = process.argv.slice(2);
const share = sharesOf(`${role} ${label}`);
/** The victim says so when it is in the middle of a write, and stays there for a while, or until it is killed. */
const files = slowFiles(lock as Locking, share, () => {
  if (role !== "victim" || share() > MIDDLE_SHARE) return;
  say("middle");
  pause(Number(count) === 0 ? MIDDLE_MS : undefined);
});
const base = new KnowledgeBase({
  directory,
  files,
  merger: inProcessMerger(files, directory),
  clock: Date.now,
  lockWaitMs: 30_000,
  mergeWorthBytes: 50_000,
  onMergeError: () => {},
});

const MINUTES = Math.floor(Date.now() / 60_000);

function say(line: string): void {
  writeSync(1, `${line}\n`);
}

function add(key: string): Change {
  return { kind: "add", topic: NOTE_TOPIC, body: noteBody(key, 0), minutes: MINUTES };
}

/** Where the note with this key stands now; -1 when it is not there. */
function find(view: KnowledgeView, key: string): number {
  return (
    view.topicDocuments(NOTE_TOPIC).findLast((id) => view.document(id).snippet[0].startsWith(`${key} version`)) ?? -1
  );
}

async function searchCount(words: string): Promise<number> {
  const view = await base.view();
  const filter = { tags: [], topics: [], sources: [], from: null, to: null, project: null };
  const query = parseQuery(words);
  return view.search({ query, filter, mode: "and", diverse: false, nowMinutes: MINUTES, ownProject: null }).total;
}

/** Without the lock everything may fail: the writer says so and goes on, as an assistant would. */
async function attempt(what: string, work: () => Promise<unknown>): Promise<void> {
  say(`try ${what}`);
  try {
    await work();
    say(`ack ${what}`);
  } catch (error) {
    // A compaction may find the lock taken, and no log where nothing was stored yet.
    const isEarly = error instanceof HelixError && ["LOCKED", "NOT_FOUND"].includes(error.code) && what === "compact";
    if (lock !== "none" && !isEarly) throw error;
    say(`fail ${what}`);
  }
}

/** A note that is not whole is noticed by the first who sees it, even if a later repair hides it. */
function look(view: KnowledgeView): void {
  for (const id of view.topicDocuments(NOTE_TOPIC).slice(-LOOKED_AT)) {
    const body = view.body(id) ?? "damaged";
    if (noteOf(body) === null) say(`half ${body.slice(0, 40)}`);
  }
}

async function storm(): Promise<void> {
  for (let at = 0; at < Number(count); at++) {
    await attempt(`add ${label}-${at}`, () => base.change(() => [add(`${label}-${at}`)]));
    if (lock !== "none") look(await base.view());
  }
}

async function original(): Promise<void> {
  for (let at = 0; at < Number(count); at++) {
    const key = `${label}-${at}`;
    await attempt(`add ${key}`, async () => {
      let held = diskFileSystem.tryLock(`${directory}/.lock`);
      for (; held === null; held = diskFileSystem.tryLock(`${directory}/.lock`)) pause(share());
      const log = diskFileSystem.open(`${directory}/data.log`, "append");
      if (log.identity().size > 0) log.append(entryOfOriginal(NOTE_TOPIC, noteBody(key, 0), MINUTES));
      log.close();
      held.release();
    });
  }
}

async function victim(): Promise<void> {
  for (let at = 0; ; at++) {
    const key = `${label}-${at}`;
    await attempt(`add ${key}`, () => base.change(() => [add(key)]));
    const batch = [1, 2, 3].map((part) => `${key}-${part}`);
    await attempt(`add ${batch.join(" ")}`, () => base.change(() => batch.map(add)));
    await attempt(`edit ${key}`, () =>
      base.change((view) => [{ kind: "replace", id: find(view, key), body: noteBody(key, 1) }]),
    );
    await attempt(`delete ${batch[0]}`, () => base.change((view) => [{ kind: "delete", id: find(view, batch[0]!) }]));
    if (at % 5 === 4) await attempt("compact", () => base.compact());
    look(await base.view());
  }
}

async function untilStdinEnds(what: string, work: () => Promise<unknown>): Promise<void> {
  let isOver = false;
  process.stdin.on("end", () => {
    isOver = true;
  });
  process.stdin.resume();
  while (!isOver) {
    await attempt(what, work);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function serve(): Promise<void> {
  await base.view();
  say("ready");
  for await (const line of createInterface({ input: process.stdin })) {
    const [command, ...words] = line.split(" ");
    if (command === "store") {
      await base.change(() => [{ kind: "add", topic: NOTE_TOPIC, body: words.join(" "), minutes: MINUTES }]);
      say("stored");
    } else {
      say(String(await searchCount(words.join(" "))));
    }
  }
}

if (role === "storm") await storm();
else if (role === "original") await original();
else if (role === "victim") await victim();
else if (role === "compact") await untilStdinEnds("compact", () => base.compact());
else if (role === "merge") await untilStdinEnds("merge", () => base.mergeNow());
else if (role === "serve") await serve();
else if (role === "search") say(String(await searchCount(label)));
else throw new Error(`unknown role ${role}`);
base.close();
process.exit(0);
