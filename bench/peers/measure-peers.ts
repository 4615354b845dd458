// The peers on the corpus that helix was measured on just before, with the same queries. Each has a time within which
// it must have taken the corpus in; one that has not is left out, with the reason.

import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { spawn } from "bun";
import type { PeerResult } from "../run-record.ts";
import { counted } from "../samples.ts";
import type { Setting } from "../size-rows.ts";
import { PEERS } from "./all-peers.ts";
import { fetchPackages } from "./fetch.ts";
import { helixResult } from "./helix-result.ts";
import type { Peer } from "./peer.ts";
import type { PeerReport, PeerTask } from "./peer-process.ts";

/**
 * How long a load may take, for each entry and at least; a process that does not end is ended after three times that.
 */
const LOAD_MS_PER_ENTRY = 0.5;
const LOAD_MS_MIN = 30_000;
const LOAD_MS_MAX = 150_000;

const NOTHING = { load: null, open: null, search: null, store: null, memory: null, disk: null };

/** Measures all peers with a corpus; helix stands first, as it was measured through its server. */
export async function measurePeers(setting: Setting, entries: number): Promise<void> {
  const { recorder } = setting;
  recorder.peers.push(helixResult(recorder, entries));
  for (const peer of PEERS) {
    const begin = performance.now();
    const result = await measurePeer(setting, peer, entries);
    recorder.peers.push(result);
    const came = result.problem === "" ? "measured" : result.problem;
    const seconds = Math.round((performance.now() - begin) / 1000);
    process.stderr.write(`helix: ${peer.name}, ${counted(entries)} notes: ${came} (${seconds} s)\n`);
  }
}

async function measurePeer(setting: Setting, peer: Peer, entries: number): Promise<PeerResult> {
  const result = { entries, name: peer.name, note: peer.note, ...NOTHING };
  const cap = Math.min(LOAD_MS_MAX, Math.max(LOAD_MS_MIN, entries * LOAD_MS_PER_ENTRY));
  const directory = join(mkdtempSync(join(setting.scratch, "peer-")), "store");
  mkdirSync(directory);
  try {
    const packages = await fetchPackages(peer.packages);
    const { helix, fts5Server } = setting.programs;
    const context = { directory, packages, programs: { helix, fts5Server } };
    const task = { name: peer.name, entries, context, cap };
    const { load, loaded } = await runPhase({ ...task, phase: "load" });
    if (load === undefined || loaded !== entries) {
      const done = `${counted(loaded ?? 0)} of ${counted(entries)} notes in ${Math.round((load ?? 0) / 1000)} s`;
      return { ...result, problem: `given up: ${done}, ${cap / 1000} s for all were allowed` };
    }
    const disk = bytesIn(directory) / 1e6;
    const { open, search, store, memory } = await runPhase({ ...task, phase: "use" });
    return {
      ...result,
      problem: "",
      load,
      open: open ?? null,
      search: search ?? null,
      store: store ?? null,
      memory: memory ?? null,
      disk,
    };
  } catch (error) {
    return { ...result, problem: error instanceof Error ? error.message : String(error) };
  } finally {
    rmSync(join(directory, ".."), { recursive: true, force: true });
  }
}

async function runPhase(task: PeerTask): Promise<PeerReport> {
  const child = spawn([process.execPath, join(import.meta.dir, "peer-process.ts"), JSON.stringify(task)], {
    cwd: task.context.directory,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    env: process.env,
    timeout: 3 * task.cap,
    killSignal: "SIGKILL",
  });
  const [output, said] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  if ((await child.exited) === 0) return JSON.parse(output.trim().split("\n").at(-1)!) as PeerReport;
  if (child.signalCode !== null) throw new Error(`its ${task.phase} did not end within ${(3 * task.cap) / 1000} s`);
  const why = said.split("\n").find((line) => /^\w*error:/i.test(line)) ?? "it said nothing";
  throw new Error(`its ${task.phase} failed: ${why.replaceAll(task.context.directory, "…").slice(0, 160)}`);
}

/** The size of all files of a folder. */
function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
