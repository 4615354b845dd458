// A campaign: one target, many inputs. The corpus comes first, whole; then grammar and mutation take turns, guided by
// what code they reach.
// - A short campaign (no HELIX_PROVE_SECONDS) runs a fixed number of inputs from a fixed seed: the same ones each time.
// - A long one runs for HELIX_PROVE_SECONDS, from HELIX_PROVE_SEED or a new seed, which is printed and repeats it.
// - A failure is shrunk and saved into the corpus, so that it comes first ever after; it is kept when it is mended.
// - HELIX_FUZZ_KEEP=1 saves the inputs that reached new code, too, the short ones.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { randomNumbers } from "../../support/random-log.ts";
import { Coverage } from "./coverage.ts";
import { mutated, type Random, shrunk } from "./mutate.ts";

/** Takes one input; throws when what came of it is wrong. */
export type Check = (input: Uint8Array) => unknown;

export interface Target {
  /** Names the corpus and the figures. */
  readonly name: string;
  /** How many inputs a short campaign makes. */
  readonly executions: number;
  /** Inputs to begin with, beside the corpus. */
  readonly seeds: readonly (string | Uint8Array)[];
  /** Words of the format. */
  readonly dictionary?: readonly (string | Uint8Array)[];
  /** An input of the format's grammar. */
  readonly generate?: (next: Random) => string | Uint8Array;
  readonly lengthMax?: number;
  /** Loads what is tried; called once, before the first input. */
  readonly load: () => Promise<Check>;
}

/** What a campaign did. */
export interface Figures {
  readonly executions: number;
  readonly corpus: number;
  readonly blocks: number;
  readonly slowestMs: number;
}

const SHORT_SEED = 20260221;
const LENGTH_MAX = 16_384;
/** Inputs between two looks at the coverage. */
const BATCH = 64;
const POOL_MAX = 2000;
const KEPT_BYTES_MAX = 2048;
/** An input of a few kilobytes that takes so long hangs, on any machine. */
const HANG_MS = 10_000;

const corpusFolder = join(import.meta.dirname, "..", "corpus");

/** How long a long campaign runs, in milliseconds; null for a short one. */
export const campaignMs: number | null = process.env.HELIX_PROVE_SECONDS
  ? Number(process.env.HELIX_PROVE_SECONDS) * 1000
  : null;

/** The seed of this run. */
export const campaignSeed: number =
  process.env.HELIX_PROVE_SEED !== undefined
    ? Number(process.env.HELIX_PROVE_SEED)
    : campaignMs === null
      ? SHORT_SEED
      : (Date.now() ^ (process.pid << 12)) >>> 0;

const bytesOf = (input: string | Uint8Array): Uint8Array =>
  typeof input === "string" ? new Uint8Array(Buffer.from(input)) : input;

/** The saved inputs of a target, by their names. */
export function savedInputs(name: string): { file: string; bytes: Uint8Array }[] {
  const folder = join(corpusFolder, name);
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).sort();
  return files.map((file) => ({ file, bytes: new Uint8Array(readFileSync(join(folder, file))) }));
}

function save(name: string, kind: string, bytes: Uint8Array): string {
  const folder = join(corpusFolder, name);
  mkdirSync(folder, { recursive: true });
  const file = `${kind}-${createHash("sha256").update(bytes).digest("hex").slice(0, 12)}`;
  writeFileSync(join(folder, file), bytes);
  return file;
}

/** Prints the figures of a suite, for whoever collects them. */
export function printFigures(name: string, figures: Readonly<Record<string, number | string>>): void {
  const words = Object.entries(figures).map(([key, value]) => `${key}=${value}`);
  process.stderr.write(`prove: ${name} ${words.join(" ")}\n`);
}

/** Runs a campaign. Throws for the first input that fails, with the shrunk input's file and the seed. */
export async function fuzz(target: Target): Promise<Figures> {
  const campaign = new Campaign(target);
  const started = performance.now();
  const figures = await campaign.run();
  const seconds = (performance.now() - started) / 1000;
  printFigures(`fuzz-${target.name}`, {
    ...figures,
    slowestMs: Math.round(figures.slowestMs),
    "per-second": Math.round(figures.executions / seconds),
    seconds: seconds.toFixed(1),
    seed: campaignSeed,
    findings: 0,
  });
  return figures;
}

class Campaign {
  readonly #target: Target;
  readonly #coverage = new Coverage();
  readonly #next = randomNumbers(campaignSeed);
  readonly #dictionary: readonly Uint8Array[];
  readonly #pool: Uint8Array[] = [];
  #check: Check = () => undefined;
  #executions = 0;
  #slowestMs = 0;

  constructor(target: Target) {
    this.#target = target;
    this.#dictionary = (target.dictionary ?? []).map(bytesOf);
  }

  async run(): Promise<Figures> {
    const { name, executions, seeds, load } = this.#target;
    await this.#coverage.start();
    try {
      this.#check = await load();
      const saved = savedInputs(name).map(({ bytes }) => bytes);
      for (const input of [...saved, ...seeds.map(bytesOf)]) {
        await this.#try(input);
        this.#pool.push(input);
      }
      await this.#coverage.look();
      const end = campaignMs === null ? null : performance.now() + campaignMs;
      while (end === null ? this.#executions < executions : performance.now() < end) await this.#batch(end);
      return {
        executions: this.#executions,
        corpus: saved.length,
        blocks: this.#coverage.count,
        slowestMs: this.#slowestMs,
      };
    } finally {
      await this.#coverage.stop();
    }
  }

  /** Some inputs; those of a batch that reached new code are found by running them again, and join the pool. */
  async #batch(end: number | null): Promise<void> {
    const inputs: Uint8Array[] = [];
    for (let at = 0; at < BATCH && (end === null || performance.now() < end); at++) {
      const input = this.#input();
      inputs.push(input);
      await this.#try(input);
    }
    if ((await this.#coverage.look(false)) === 0) return;
    for (const input of inputs) {
      await this.#try(input);
      if ((await this.#coverage.look()) === 0) continue;
      if (this.#pool.length < POOL_MAX) this.#pool.push(input);
      else this.#pool[this.#next(POOL_MAX)] = input;
      if (process.env.HELIX_FUZZ_KEEP === "1" && input.length <= KEPT_BYTES_MAX)
        save(this.#target.name, "reached", input);
    }
  }

  #input(): Uint8Array {
    const { generate, lengthMax = LENGTH_MAX } = this.#target;
    if (generate !== undefined && (this.#pool.length === 0 || this.#next(3) === 0)) {
      const made = bytesOf(generate(this.#next));
      return this.#next(2) === 0 ? made : mutated([made], this.#dictionary, this.#next, lengthMax);
    }
    return mutated(this.#pool, this.#dictionary, this.#next, lengthMax);
  }

  async #try(input: Uint8Array): Promise<void> {
    this.#executions++;
    let { failure, took } = await timed(this.#check, input);
    // What hangs does so again; a machine that stood still for a while does not.
    if (failure === null && took >= HANG_MS) ({ failure, took } = await timed(this.#check, input));
    this.#slowestMs = Math.max(this.#slowestMs, took);
    if (failure === null && took < HANG_MS) return;
    const kind = failure === null ? null : kindOf(failure);
    const smallest =
      kind === null
        ? input
        : await shrunk(input, async (candidate) => {
            const other = await failureOf(this.#check, candidate);
            return other !== null && kindOf(other) === kind;
          });
    const file = save(this.#target.name, "finding", smallest);
    const what = failure === null ? `took ${Math.round(took)} ms` : (failure.stack ?? failure.message);
    printFigures(`fuzz-${this.#target.name}`, { executions: this.#executions, seed: campaignSeed, findings: 1 });
    throw new Error(
      `tests/fuzz/corpus/${this.#target.name}/${file}, seed ${campaignSeed}: ${JSON.stringify(Buffer.from(smallest.subarray(0, 300)).toString("latin1"))}\n${what}`,
    );
  }
}

/** How an input fails, null where it does not, and how long that took, in milliseconds. */
async function timed(check: Check, input: Uint8Array): Promise<{ failure: Error | null; took: number }> {
  const started = performance.now();
  const failure = await failureOf(check, input);
  return { failure, took: performance.now() - started };
}

async function failureOf(check: Check, input: Uint8Array): Promise<Error | null> {
  try {
    await check(Uint8Array.from(input));
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Failures that are the same but for what they quote. */
function kindOf(error: Error): string {
  return `${error.name} ${error.message.replace(/[\d"'`].*/s, "").slice(0, 60)}`;
}
