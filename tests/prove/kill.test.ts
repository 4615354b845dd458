// Kill: the compiled server, commands and compactions are killed by SIGKILL at random moments while four writers write
// and the log is compacted again and again. Every acknowledged note is there afterwards once and whole, the next start
// works at once, no lock stays.

import type { ChildProcess } from "node:child_process";
import { readdirSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { checkStore } from "../../src/notes/store/check.ts";
import { diskFileSystem } from "../../src/platform/disk-file-system.ts";
import { useFolders } from "../support/temporary-folder.ts";
import { storedBodies } from "./support/bodies.ts";
import { Ledger } from "./support/ledger.ts";
import { NoteWriter, runCommand, type Verdict, writeByCommand, writeThrough } from "./support/note-writer.ts";
import { randomOf, sayFigures, timeLimit, timeOver } from "./support/proof.ts";
import { Gone, ServedProcess } from "./support/served-process.ts";

const folder = useFolders("each");

const SERVERS = 2;
const COMMAND_WRITERS = 2;
/** The longest time from one kill to the next, in milliseconds: several writes, or half a compaction. */
const KILL_MS_MAX = 60;
/**
 * What a write that was killed left in the log, put aside by the next to write ("torn") or by a compaction that came
 * before ("damaged").
 */
const PUT_ASIDE = /^data\.log\.(torn|damaged)-/;
/** What else the directory may hold when everybody is gone. */
const KNOWN = /^(\.lock|changes\.jsonl|recent\.jsonl|data\.log|index\.bin|sessions)$/;

/** Waits for a random time: the moment of a kill. */
function moment(random: (limit: number) => number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, random(KILL_MS_MAX)));
}

test("every acknowledged note outlasts kills of servers, commands and compactions", {
  timeout: timeLimit,
}, async () => {
  const [directory, home] = [folder(), folder()];
  const ledger = new Ledger();
  const isOver = timeOver();
  const random = randomOf("kill");
  const figures = { kills: 0, serverKills: 0, commandKills: 0, compactions: 0, slowestStartMs: 0, slowestWriteMs: 0 };
  const running = new Set<ChildProcess>();
  onTestFinished(() => {
    for (const child of running) child.kill("SIGKILL");
  });
  const startServer = async () => {
    const start = performance.now();
    const server = new ServedProcess({ directory, home });
    running.add(server.child);
    server.ended.then(() => running.delete(server.child));
    await server.initialize();
    return { server, start };
  };
  /** Settled when the server that was killed last is replaced. */
  const replaced: Promise<unknown>[] = [];
  const servers = await Promise.all(Array.from({ length: SERVERS }, async () => (await startServer()).server));
  /** Commands that run at the moment, which may be killed. */
  const commands = new Set<ChildProcess>();
  const onStart = (child: ChildProcess) => {
    for (const set of [commands, running]) set.add(child);
    child.once("close", () => [commands, running].map((set) => set.delete(child)));
  };
  const options = { directory, home, onStart };

  const writers = [
    ...servers.map(
      (_, at) =>
        new NoteWriter(
          `served${at}`,
          ledger,
          randomOf(`served${at}`),
          ["store", "batch", "revise", "delete"],
          (write) => writeThrough(servers[at]!, write),
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
  let isWriting = true;
  const writing = writers.map(async (writer) => {
    while (isWriting) {
      await writer.step();
      await replaced[writers.indexOf(writer)];
    }
  });
  const refusedCompactions: string[] = [];
  const compacting = (async () => {
    const compact = { action: "compact", log: true, apply: true };
    for (let at = 0; isWriting; at++) {
      const verdict: Verdict =
        at % 2 === 0
          ? await runCommand(["compact", "--apply"], "", options)
          : await servers[at % SERVERS]!.call("topics", compact).then(
              ({ text, isError }) => ({ done: !isError, said: text }),
              () => null,
            );
      if (verdict?.done) figures.compactions++;
      else if (verdict !== null) refusedCompactions.push(verdict.said);
      await Promise.all(replaced);
    }
  })();

  /** Kills a server; the next one answers at once, and knows a note that was acknowledged before. */
  const killServer = async (at: number) => {
    const killed = servers[at]!.kill();
    const starting = killed.then(startServer);
    replaced[at] = starting;
    expect(await killed).toBe("SIGKILL");
    const { server, start } = await starting;
    servers[at] = server;
    const { notes } = writers[SERVERS + random(COMMAND_WRITERS)]!;
    const note = notes.at(-1);
    // The writer may be about to change just this note: then it says nothing.
    if (note === undefined) return;
    const found = await server.count(note.key).catch((error: unknown) => {
      if (error instanceof Gone) return 1;
      throw error;
    });
    if (notes.includes(note)) expect(found, `${note.key} right after a kill`).toBe(1);
    figures.slowestStartMs = Math.max(figures.slowestStartMs, Math.round(performance.now() - start));
  };
  while (!isOver()) {
    await moment(random);
    if (random(2) === 0) {
      await killServer(random(SERVERS));
      figures.serverKills++;
    } else {
      const victims = [...commands];
      if (victims.length === 0) continue;
      victims[random(victims.length)]!.kill("SIGKILL");
      figures.commandKills++;
    }
    figures.kills++;
  }
  isWriting = false;
  await Promise.all([...writing, compacting]);
  expect(await Promise.all(servers.map((server) => server.end()))).toEqual(servers.map(() => 0));

  const bodies = await storedBodies(directory);
  expect(ledger.problems(bodies)).toEqual([]);
  // Writers take turns; none was refused for it.
  expect(writers.flatMap((writer) => writer.refusals)).toEqual([]);
  expect(refusedCompactions.filter((said) => !/was replaced meanwhile|nothing to compact/.test(said))).toEqual([]);
  const lock = diskFileSystem.tryLock(`${directory}/.lock`);
  expect(lock).not.toBeNull();
  lock?.release();

  // The next to come tidy up what the killed ones left, and find the same.
  const { server } = await startServer();
  ledger.settle(bodies);
  await server.ask("topics", { action: "compact", log: true, apply: true });
  expect(await server.end()).toBe(0);
  expect(ledger.problems(await storedBodies(directory))).toEqual([]);
  expect(checkStore(diskFileSystem, directory)).toMatchObject({ headerDamaged: false, damages: [], aimless: [] });
  const names = readdirSync(directory);
  expect(names.filter((name) => !KNOWN.test(name) && !PUT_ASIDE.test(name))).toEqual([]);

  figures.slowestWriteMs = Math.round(Math.max(...writers.map((writer) => writer.slowest)));
  sayFigures("kill", {
    ...figures,
    tornTails: names.filter((name) => PUT_ASIDE.test(name)).length,
    acknowledged: ledger.acknowledged,
    unanswered: ledger.unanswered,
    batchesCutOff: ledger.unansweredBatches,
    halfThere: 0,
    notes: ledger.size,
    lost: 0,
  });
});
