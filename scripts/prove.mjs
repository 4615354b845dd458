// `npm run prove`: runs every proof that nothing is lost and nobody gets in, and ends with a table of their figures.
//
//   npm run prove                              the short form, some seconds for each proof
//   npm run prove -- --seconds 600             each proof goes on for so long
//   npm run prove -- --seed 7 hostile          with this seed; only the suites whose path has the word in it
//
// Invariants
// - A proof is `helix prove` of the built binary, or a vitest file below one of SUITES. It takes its time from
//   HELIX_PROVE_SECONDS and its seed from HELIX_PROVE_SEED, and says what it did in a line of its own on stderr:
//   `prove: NAME key=value key=value`.
// - Proofs run one after another, so that none takes the time of another. The exit code is 0 only if each of them ran
//   and none failed.
// - All have one seed, which is printed: with it they are asked for the same again.
// - Ctrl-C ends it behind the proof that is under way, with the figures so far and 130.
// Left to others: what is proven (docs/RELIABILITY.md), how long the short form of each suite is (the suites).

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { buildTargets } from "./build.mjs";
import { withLock } from "./lock.mjs";
import { bunEnvironment, ensureInstalled, findBun, finish, lockPath, root } from "./prepare.mjs";

const SUITES = ["tests/crash/power-cut", "tests/prove/", "tests/fuzz/", "tests/hostile/", "tests/long/"];
const BINARY_PROOF = "helix-prove";
const SECONDS_SHORT = 10;
const SEED_END = 1e9;
const EXIT_INTERRUPTED = 130;
/** What a suite may take beyond the time it was given, in milliseconds: for its set-up and its last step. */
const GRACE_MS = 300_000;
const SIGNALS = ["SIGINT", "SIGTERM"];
/** The figures of several proofs that mean the same in each. */
const SUMMED = [
  "steps",
  "histories",
  "cuts",
  "kills",
  "faults",
  "limits",
  "accidents",
  "ends",
  "executions",
  "servers",
  "acknowledged",
];
const FIGURES = /^\s*prove: (\S+) (.*\S)\s*$/;

function readOptions(words) {
  const options = { seconds: String(SECONDS_SHORT), seed: String(Math.floor(Math.random() * SEED_END)), only: [] };
  for (let at = 0; at < words.length; at++) {
    const [, name, inline] = /^--(seconds|seed)(?:=(.*))?$/.exec(words[at]) ?? [];
    if (name === undefined) {
      if (words[at].startsWith("-")) throw new Error(`no option ${words[at]}; there are: --seconds N, --seed N`);
      options.only.push(words[at]);
      continue;
    }
    const value = inline ?? words[++at] ?? "";
    if (!/^\d+$/.test(value)) throw new Error(`--${name} ${value} is not accepted: give a whole number, e.g. 60`);
    options[name] = value;
  }
  return options;
}

/** Runs a program, shows what it prints, and hands each line to `visit`. */
function runAndRead(program, args, env, visit) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
    const pass = (signal) => child.kill(signal);
    for (const signal of SIGNALS) process.on(signal, pass);
    for (const [stream, target] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      let rest = "";
      stream.setEncoding("utf8").on("data", (text) => {
        target.write(text);
        const lines = (rest + text).split("\n");
        rest = lines.pop() ?? "";
        lines.forEach(visit);
      });
      stream.on("end", () => visit(rest));
    }
    child.once("error", reject);
    child.once("close", (code) => {
      for (const signal of SIGNALS) process.removeListener(signal, pass);
      resolve(code ?? 1);
    });
  });
}

/** The sum of a figure over all rows. */
const sumOf = (rows, key) =>
  rows.reduce((sum, { figures }) => sum + Number(new RegExp(`(?:^| )${key}=(\\d+)`).exec(figures)?.[1] ?? 0), 0);

function printTable(rows, verdict, again) {
  const width = Math.max(0, ...rows.map(({ name }) => name.length));
  const lines = rows.map(({ name, figures }) => `${name.padEnd(width)}  ${figures}\n`).join("");
  const sums = [
    ...SUMMED.map((key) => [key, sumOf(rows, key)]).filter(([, sum]) => sum > 0),
    ["lost", sumOf(rows, "lost")],
  ];
  const summed = sums.map(([key, sum]) => `${sum.toLocaleString("en")} ${key}`).join(", ");
  process.stdout.write(`\n${lines}\nprove: ${summed}\nprove: ${verdict}; again: ${again}\n`);
}

/** Runs the suites; the files in which something failed. */
async function runSuites({ seconds, only, env, folder, visit }) {
  const report = join(folder, "report.json");
  const limit = `--testTimeout=${Number(seconds) * 2000 + GRACE_MS}`;
  const vitest = ["--bun", join(root, "node_modules", "vitest", "vitest.mjs"), "run", "--pool=threads"];
  const reports = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  // The word behind an option without one would be taken for its value: the files come behind one that has one.
  const manner = ["--no-file-parallelism", "--disable-console-intercept", "--retry=0", limit, ...reports];
  const filters = only.length === 0 ? SUITES : only;
  const code = await runAndRead(await findBun(), [...vitest, ...manner, ...filters], env, visit);
  const files = filesOf(report);
  if (files?.length === 0) throw new Error(`no proof has ${only.join(" or ")} in its path`);
  const failed = (files ?? []).filter(({ status }) => status === "failed").map(({ name }) => relative(root, name));
  return code !== 0 && failed.length === 0 ? ["the suites"] : failed;
}

/** What the report says of each file; null when there is no report. */
function filesOf(report) {
  try {
    return JSON.parse(readFileSync(report, "utf8")).testResults;
  } catch {
    return null;
  }
}

async function main(words) {
  const { seconds, seed, only } = readOptions(words);
  await withLock(lockPath, async () => {
    await ensureInstalled();
    await buildTargets(["host"], { onlyStale: true });
  });
  const folder = mkdtempSync(join(tmpdir(), "helix-prove-"));
  const rows = [];
  const failed = [];
  const visit = (line) => {
    const [, name, figures] = FIGURES.exec(line) ?? [];
    if (name !== undefined) rows.push({ name, figures });
  };
  let isInterrupted = false;
  const interrupt = () => {
    isInterrupted = true;
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  const env = { ...bunEnvironment, HELIX_PROVE_SECONDS: seconds, HELIX_PROVE_SEED: seed, HELIX_TESTS: "all" };
  try {
    if (only.length === 0 || only.some((word) => BINARY_PROOF.includes(word))) {
      const home = { ...env, HOME: folder, HELIX_KB: join(folder, "kb") };
      const args = ["prove", "--seconds", seconds, "--seed", seed];
      if ((await runAndRead(join(root, "dist", "helix"), args, home, visit)) !== 0) failed.push(BINARY_PROOF);
    }
    if (!isInterrupted && (only.length !== 1 || only[0] !== BINARY_PROOF))
      failed.push(...(await runSuites({ seconds, only, env, folder, visit })));
  } finally {
    for (const signal of SIGNALS) process.removeListener(signal, interrupt);
    rmSync(folder, { recursive: true, force: true });
  }
  const held = failed.length === 0 ? "all held" : `NOT HELD: ${failed.join(", ")}`;
  printTable(rows, isInterrupted ? "interrupted" : held, `npm run prove -- --seconds ${seconds} --seed ${seed}`);
  if (isInterrupted) return EXIT_INTERRUPTED;
  return failed.length === 0 ? 0 : 1;
}

await finish(main(process.argv.slice(2)));
