// A disk that refuses anything, reading included: each call in turn that a step makes fails once, or all from there on,
// with each of the codes a disk has for it. An acknowledged entry is never lost, an error is of one line, nothing is
// locked or left open to half a state, and the same knowledge base goes on once the disk does. HELIX_PROVE_SECONDS=N
// goes on with random histories of faults.

import { expect, test } from "vitest";
import { HelixError } from "../../src/base/errors.ts";
import type { KnowledgeBase } from "../../src/notes/store/knowledge-base.ts";
import { liveEntries, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { addition, DIRECTORY, LOG_PATH, randomLog } from "../support/random-log.ts";
import { FaultyFiles, type Refusal } from "./support/faulty-files.ts";
import { isLong, randomOf, sayFigures, timeLimit, timeOver } from "./support/proof.ts";

const CODES = ["ENOSPC", "EDQUOT", "EIO", "EROFS", "EACCES", "EMFILE"];
/** What a call that only reads may be refused with. */
const READ_CODES = ["EIO", "EACCES", "EMFILE"];

type Step = (base: KnowledgeBase) => Promise<unknown>;

const onOne =
  (act: "replace" | "delete"): Step =>
  (base) =>
    base.change((view) => {
      const id = view.topicDocuments("build").at(-1)!;
      return [act === "delete" ? { kind: "delete", id } : { kind: "replace", id, body: "as it is now" }];
    });

const STEPS: Record<string, Step> = {
  view: (base) => base.view(),
  add: (base) => base.change(() => [addition("build", "a new note")]),
  batch: (base) => base.change(() => Array.from({ length: 5 }, (_, at) => addition("engine", `one of five: ${at}`))),
  replace: onOne("replace"),
  delete: onOne("delete"),
  undo: (base) => base.undo(),
  merge: (base) => base.mergeNow(),
  rebuild: (base) => base.rebuildIndex(),
  compact: (base) => base.compact(),
};

interface World {
  readonly disk: MemoryFileSystem;
  readonly files: FaultyFiles;
  readonly base: KnowledgeBase;
}

/** A log with an act that can be undone, an index over a part of it, and a base that has read it or not. */
async function world(log: Uint8Array, isOpen: boolean): Promise<World> {
  const disk = new MemoryFileSystem();
  disk.write(LOG_PATH, log);
  const maker = openKnowledgeBase(DIRECTORY, { files: disk });
  await maker.mergeNow();
  await maker.change(() => [addition("build", "the last act")]);
  maker.close();
  const files = new FaultyFiles(disk);
  const base = openKnowledgeBase(DIRECTORY, { files });
  if (isOpen) await base.view();
  return { disk, files, base };
}

const textOf = async (base: KnowledgeBase) => JSON.stringify(liveEntries(await base.view()));

/** What another process finds. */
async function seen(disk: MemoryFileSystem): Promise<string> {
  const base = openKnowledgeBase(DIRECTORY, { files: disk });
  const text = await textOf(base);
  base.close();
  return text;
}

async function errorOf(action: Promise<unknown>): Promise<unknown> {
  return action.then(
    () => null,
    (error: unknown) => error ?? new Error("nothing was thrown"),
  );
}

/** One line of problem, or null: makes the step with the refusal, then again with a disk that works. */
async function problemOf(step: Step, log: Uint8Array, isOpen: boolean, at: number, sticky: boolean, refusal: Refusal) {
  const { disk, files, base } = await world(log, isOpen);
  const before = await seen(disk);
  const first = files.calls;
  files.refuses = (call) => {
    const isRefused = sticky ? call.at >= first + at : call.at === first + at;
    return isRefused && (!call.isRead || READ_CODES.includes(refusal.code)) ? refusal : null;
  };
  const error = await errorOf(step(base));
  const refused = files.refused;
  // Asked while the disk still refuses: what comes is right, or an error.
  const during = await textOf(base).catch((reading: unknown) => reading);
  files.refuses = () => null;
  const now = await seen(disk);
  const own = await textOf(base).catch((reading: unknown) => String(reading));
  if (refused === 0) return "never refused";
  for (const thrown of [error, typeof during === "string" ? null : during]) {
    if (thrown !== null && (!(thrown instanceof HelixError) || /[\n\r]/.test(thrown.message)))
      return `not an error for readers: ${thrown}`;
  }
  if (typeof during === "string" && during !== now && during !== before) return "read something that never was";
  if (own !== now) return `goes on with something else than others see: ${own.slice(0, 80)}`;
  if (error !== null && now !== before) {
    const clean = await world(log, isOpen);
    await step(clean.base);
    if (now !== (await seen(clean.disk))) return "half done";
  }
  if (disk.isLocked(`${DIRECTORY}/.lock`)) return "the lock stayed";
  const again = await errorOf(base.change(() => [addition("later", "stored when the disk worked again")]));
  if (again !== null) return `does not go on: ${again}`;
  if (!(await seen(disk)).includes("stored when the disk worked again")) return "what came later is lost";
  base.close();
  return null;
}

test("every call refused in turn, with every code, once and from there on", { timeout: timeLimit }, async () => {
  const log = await randomLog({ seed: 11, changes: 8 });
  const problems: string[] = [];
  let faults = 0;
  for (const [name, step] of Object.entries(STEPS)) {
    for (const isOpen of [true, false]) {
      const clean = await world(log, isOpen);
      const first = clean.files.calls;
      await step(clean.base);
      const count = clean.files.calls - first;
      for (let at = 0; at < count; at++) {
        for (const sticky of [false, true]) {
          // In the short form each call with one of the codes.
          const codes = isLong ? CODES : [CODES[(at + (isOpen ? 1 : 0)) % CODES.length]!];
          for (const code of codes) {
            const problem = await problemOf(step, log, isOpen, at, sticky, { code, share: 0.5 });
            if (problem === "never refused") continue;
            faults++;
            if (problem !== null)
              problems.push(`${name}, call ${at}, ${code}${sticky ? " on" : ""}, ${isOpen}: ${problem}`);
          }
        }
      }
    }
  }
  expect(problems).toEqual([]);
  sayFigures("disk-faults", { steps: Object.keys(STEPS).length, codes: CODES.length, faults, lost: 0 });
});

test("a random history of writes on a disk that refuses now and then", { timeout: timeLimit }, async () => {
  const isOver = timeOver();
  const random = randomOf("disk-faults");
  const names = Object.keys(STEPS);
  const figures = { histories: 0, writes: 0, faults: 0, refused: 0 };
  do {
    const { disk, files, base } = await world(await randomLog({ seed: random(1e9), changes: 6 }), true);
    for (let at = 0; at < 30; at++) {
      const before = await seen(disk);
      const code = CODES[random(CODES.length)]!;
      const [from, length, share] = [files.calls + random(25), random(3) === 0 ? 1e9 : 1, random(101) / 100];
      files.refuses = (call) => {
        const isRefused = call.at >= from && call.at < from + length;
        return isRefused && (!call.isRead || READ_CODES.includes(code)) ? { code, share } : null;
      };
      const name = names[random(names.length)]!;
      const error = await errorOf(STEPS[name]!(base));
      files.refuses = () => null;
      const now = await seen(disk);
      const where = `history ${figures.histories}, step ${at}: ${name} with ${code}, refused ${String(error)}`;
      if (error !== null && !(error instanceof TypeError)) expect(error, where).toBeInstanceOf(HelixError);
      // An act that threw is there whole or not at all; which acts are whole the exhaustive test says.
      if (error === null || now === before) expect(await textOf(base), where).toBe(now);
      figures.writes++;
      figures.refused += error === null ? 0 : 1;
      expect(disk.isLocked(`${DIRECTORY}/.lock`), where).toBe(false);
    }
    figures.faults += files.refused;
    figures.histories++;
    base.close();
  } while (isLong && !isOver());
  sayFigures("disk-histories", { ...figures, lost: 0 });
});
