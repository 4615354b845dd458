// What a client feels of a merge: pings while the server builds its whole index anew, beside pings while it does
// nothing else. By the clock they say as much of who else wants the machine's cores as of helix; the time that the
// thread which answers was at work says what helix adds.

import { readFileSync } from "node:fs";
import type { BenchClient } from "./client.ts";

/** How long the pings of an idle server go on, in milliseconds. */
const IDLE_MS = 2000;
/** Between two pings, in milliseconds. */
const BETWEEN_MS = 1;

/** Times in milliseconds, one for each ping. */
export interface Pings {
  readonly wall: number[];
  /** How long the thread that answers was at work until the answer came; NaN where the system does not say. */
  readonly work: number[];
}

/** Pings an idle server, then one that builds its index anew. */
export async function timeFoldPause(client: BenchClient): Promise<{ idle: Pings; merging: Pings }> {
  const idle = await pingDuring(client, Bun.sleep(IDLE_MS));
  const merging = await pingDuring(client, client.call("topics", { action: "reindex" }));
  return { idle, merging };
}

async function pingDuring(client: BenchClient, work: Promise<unknown>): Promise<Pings> {
  const pings: Pings = { wall: [], work: [] };
  let isDone = false;
  const end = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const before = threadWork(client.process.pid);
    const start = performance.now();
    await client.request("ping", {});
    pings.wall.push(performance.now() - start);
    pings.work.push(threadWork(client.process.pid) - before);
    await Bun.sleep(BETWEEN_MS);
  }
  await end;
  return pings;
}

/** How long the first thread of a process has run, in milliseconds. */
function threadWork(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}
