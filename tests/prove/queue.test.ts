// Servers that wait for the write lock and are stopped or killed while they do. They hold up nobody: all others write
// as soon as the lock is free; who was stopped writes when it goes on; and no ticket of the queue stays.

import { readdirSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { diskFileSystem } from "../../src/platform/disk-file-system.ts";
import { noteBody } from "../support/process-notes.ts";
import { useFolders } from "../support/temporary-folder.ts";
import { storedBodies } from "./support/bodies.ts";
import { Ledger } from "./support/ledger.ts";
import { randomOf, sayFigures, timeLimit, timeOver } from "./support/proof.ts";
import { Gone, ServedProcess } from "./support/served-process.ts";

const folder = useFolders("each");

const SERVERS = 6;
/** How long a server may take to stand in the queue. */
const JOIN_MS = 60_000;

type Fate = "runs" | "stopped" | "killed";

interface Waiter {
  readonly key: string;
  readonly server: ServedProcess;
  readonly fate: Fate;
  /** True when it was acknowledged, false when it was refused, null when the server ended before. */
  readonly answered: Promise<boolean | null>;
}

const ticketsIn = (directory: string) => readdirSync(directory).filter((name) => name.startsWith(".lock."));

async function standsInQueue(directory: string, count: number): Promise<void> {
  for (const end = performance.now() + JOIN_MS; ticketsIn(directory).length < count; ) {
    if (performance.now() > end) throw new Error(`${ticketsIn(directory).length} stand in the queue, not ${count}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

async function stored(server: ServedProcess, key: string): Promise<boolean | null> {
  try {
    const { isError } = await server.call("store", { topic: "queue", text: noteBody(key, 0), force: true });
    return !isError;
  } catch (error) {
    if (error instanceof Gone) return null;
    throw error;
  }
}

test("who is stopped or killed while it waits holds up nobody", { timeout: timeLimit }, async () => {
  const [directory, home] = [folder(), folder()];
  const started = () => {
    const server = new ServedProcess({ directory, home });
    onTestFinished(async () => {
      await server.kill();
    });
    return server.initialize();
  };
  const servers = await Promise.all(Array.from({ length: SERVERS }, started));
  const ledger = new Ledger();
  const random = randomOf("queue");
  const isOver = timeOver();
  const figures = { rounds: 0, stops: 0, kills: 0, refused: 0, longestWaitMs: 0 };
  // Before the first write there is no directory of a knowledge base yet: now there is a log.
  expect(await stored(servers[0]!, "first")).toBe(true);
  ledger.follow(["first"], 0, true);

  while (!isOver() || figures.rounds === 0) {
    const held = diskFileSystem.tryLock(`${directory}/.lock`)!;
    const waiters: Waiter[] = [];
    for (const [at, server] of servers.entries()) {
      const key = `round${figures.rounds}n${at}`;
      // One at least goes on, one at least does not, and often it is the first.
      const fate =
        at === SERVERS - 1 ? "runs" : (["stopped", "runs", "killed"] as const)[at === 0 ? random(2) * 2 : random(3)]!;
      waiters.push({ key, server, fate, answered: stored(server, key) });
      await standsInQueue(directory, at + 1);
    }
    const withFate = (fate: Fate) => waiters.filter((waiter) => waiter.fate === fate);
    for (const { server } of withFate("stopped")) process.kill(server.pid, "SIGSTOP");
    await Promise.all(withFate("killed").map(({ server }) => server.kill()));
    const start = performance.now();
    held.release();
    const said = async ({ key, answered }: Waiter) => {
      const answer = await answered;
      ledger.follow([key], 0, answer);
      if (answer === false) figures.refused++;
    };
    await Promise.all(withFate("runs").map(said));
    figures.longestWaitMs = Math.max(figures.longestWaitMs, Math.round(performance.now() - start));
    for (const { server } of withFate("stopped")) process.kill(server.pid, "SIGCONT");
    await Promise.all([...withFate("stopped"), ...withFate("killed")].map(said));
    for (const { server } of withFate("killed")) servers[servers.indexOf(server)] = await started();
    figures.rounds++;
    figures.stops += withFate("stopped").length;
    figures.kills += withFate("killed").length;
  }

  expect(figures.refused).toBe(0);
  expect(ledger.problems(await storedBodies(directory))).toEqual([]);
  expect(await Promise.all(servers.map((server) => server.end()))).toEqual(servers.map(() => 0));
  expect(ticketsIn(directory)).toEqual([]);
  sayFigures("queue", { ...figures, acknowledged: ledger.acknowledged, leftBehind: 0, lost: 0 });
});
