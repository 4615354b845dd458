// Many processes: sixteen servers, sixteen commands at any moment, hooks and compactions on one directory. Whatever one
// process was answered, every other sees at once; nothing is lost or doubled, nobody is refused.

import { readdirSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { endOfHook } from "../support/hook-process.ts";
import { ticksOf } from "../support/process-end.ts";
import { useFolders } from "../support/temporary-folder.ts";
import { storedBodies } from "./support/bodies.ts";
import { Ledger } from "./support/ledger.ts";
import { NoteWriter, runCommand, writeByCommand, writeThrough } from "./support/note-writer.ts";
import { isLong, randomOf, sayFigures, timeLimit, timeOver, timeoutScale } from "./support/proof.ts";
import { ServedProcess } from "./support/served-process.ts";

const folder = useFolders("each");

const SERVERS = 16;
/** So many commands write at any moment, beside the servers. */
const COMMAND_WRITERS = 16;
/** What a server may have open more than at first: its worker's, and the log before the one that it follows. */
const DESCRIPTORS_MORE = 6;
/** How long a merge that is still under way may hold more open than that. */
const SETTLING_MS = 30_000;
const IDLE_MS = 8000;
/**
 * The runtime looks at its memory each second until that has stayed the same for half a minute; then two windows may be
 * disturbed.
 */
const IDLE_WINDOWS = 9;
/** The part of one processor that a server without work may use, in percent. */
const IDLE_PERCENT_MOST = 0.05;
const TICKS_A_SECOND = 100;
/** The longest that a writer waits while nobody writes before it is refused. */
const LOCK_WAIT_MS = 5000 * Number(timeoutScale);

const isLinux = process.platform === "linux";

async function started(directory: string, home: string): Promise<ServedProcess> {
  const server = new ServedProcess({ directory, home });
  onTestFinished(async () => {
    await server.kill();
  });
  return server.initialize();
}

function descriptorsOf(pid: number): number {
  return isLinux ? readdirSync(`/proc/${pid}/fd`).length : 0;
}

/** What should not be in the directory when nobody uses it. */
function leftIn(directory: string): string[] {
  return readdirSync(directory).filter(
    (name) => !/^(\.lock|changes\.jsonl|recent\.jsonl|data\.log|events|index\.bin|sessions)$/.test(name),
  );
}

/** Asks hooks, one after another, until the time is over; how many there were. */
async function hooksUntil(isOver: () => boolean, directory: string, home: string): Promise<number> {
  for (let count = 0; ; count++) {
    if (isOver()) return count;
    const event = JSON.stringify({
      session_id: `s${count % 7}`,
      cwd: home,
      prompt: "What does the version line say there?",
    });
    const { code, errors } = await endOfHook("prompt", event, { base: directory, cwd: home });
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
  }
}

test("what one of sixteen servers was answered all others see at once", { timeout: timeLimit }, async () => {
  const [directory, home] = [folder(), folder()];
  const servers = await Promise.all(Array.from({ length: SERVERS }, () => started(directory, home)));
  const ledger = new Ledger();
  const random = randomOf("processes");
  const options = { directory, home };
  const writers = [
    ...servers.map(
      (server, at) =>
        new NoteWriter(
          `served${at}`,
          ledger,
          randomOf(`served${at}`),
          ["store", "store", "batch", "revise", "delete"],
          (write) => writeThrough(server, write),
        ),
    ),
    ...Array.from(
      { length: COMMAND_WRITERS },
      (_, at) =>
        new NoteWriter(
          `command${at}`,
          ledger,
          randomOf(`command${at}`),
          ["store", "store", "revise", "delete"],
          (write) => writeByCommand(write, options),
        ),
    ),
  ];
  await writers[0]!.step();
  const descriptors = servers.map((server) => descriptorsOf(server.pid));
  const isOver = timeOver();
  let [reads, compactions, commandReads] = [0, 0, 0];
  const stale: string[] = [];
  /** Reads what was just acknowledged, in another process. */
  const check = async (key: string, isThere: boolean) => {
    const found = await servers[random(SERVERS)]!.count(key);
    reads++;
    if (found !== (isThere ? 1 : 0)) stale.push(`${key}: found ${found} times, expected ${isThere}`);
  };
  const writing = writers.map(async (writer) => {
    while (!isOver()) {
      const write = await writer.step();
      if (write !== null) for (const key of write.keys) await check(key, write.version !== null);
    }
  });
  const compacting = async () => {
    for (let at = 0; !isOver(); at++) {
      const { isError, text } = await servers[at % SERVERS]!.call("topics", {
        action: "compact",
        log: true,
        apply: true,
      });
      if (!isError) compactions++;
      else expect(text).toMatch(/was replaced meanwhile|nothing to compact/);
    }
  };
  const reading = async () => {
    while (!isOver()) {
      const note = writers[random(writers.length)]!.notes.at(-1);
      await new Promise((resolve) => setImmediate(resolve));
      if (note === undefined) continue;
      const verdict = await runCommand(["search", note.key, "--detail", "count"], "", options);
      // Its writer may have changed it meanwhile.
      if (writers.some(({ notes }) => notes.includes(note))) expect(verdict?.done, note.key).toBe(true);
      commandReads++;
    }
  };
  const [hooks] = await Promise.all([hooksUntil(isOver, directory, home), ...writing, compacting(), reading()]);

  expect(stale).toEqual([]);
  const refusals = writers.flatMap((writer) => writer.refusals);
  expect(refusals).toEqual([]);
  expect(ledger.problems(await storedBodies(directory))).toEqual([]);
  const more = await descriptorsMore(servers, descriptors);
  expect(more).toBeLessThanOrEqual(DESCRIPTORS_MORE);
  const idle = isLong && isLinux ? await idlePercent(servers) : "-";
  if (idle !== "-") expect(idle).toBeLessThan(IDLE_PERCENT_MOST);
  expect(await Promise.all(servers.map((server) => server.end()))).toEqual(servers.map(() => 0));
  expect(servers.map(({ errors }) => errors)).toEqual(servers.map(() => ""));
  expect(leftIn(directory)).toEqual([]);
  sayFigures("processes", {
    servers: SERVERS,
    commands: COMMAND_WRITERS,
    acknowledged: ledger.acknowledged,
    reads: reads + commandReads,
    stale: stale.length,
    hooks,
    compactions,
    refused: refusals.length,
    longestWaitMs: Math.round(Math.max(...writers.map((writer) => writer.slowest))),
    lockWaitMs: LOCK_WAIT_MS,
    descriptorsMore: more,
    idlePercent: idle === "-" ? idle : idle.toFixed(3),
    lost: 0,
  });
});

/** What any of them has open more than before, when what is under way is done. */
async function descriptorsMore(servers: readonly ServedProcess[], before: readonly number[]): Promise<number> {
  const end = performance.now() + SETTLING_MS;
  for (;;) {
    const more = Math.max(...servers.map(({ pid }, at) => descriptorsOf(pid) - before[at]!));
    if (more <= DESCRIPTORS_MORE || performance.now() > end) return more;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * The part of a processor that one server uses in the stillest of some windows, in percent, when the work after the
 * last calls is done: every half minute each looks whether its parent is there, and takes in what others wrote.
 */
async function idlePercent(servers: readonly ServedProcess[]): Promise<number> {
  const ticks = () => servers.reduce((sum, { pid }) => sum + ticksOf(pid)!, 0);
  let least = Number.POSITIVE_INFINITY;
  for (let window = 0; window < IDLE_WINDOWS && least > 0; window++) {
    const before = ticks();
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
    least = Math.min(least, ticks() - before);
  }
  return (100 * least) / TICKS_A_SECOND / ((IDLE_MS / 1000) * servers.length);
}
