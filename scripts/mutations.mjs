// `npm run mutations`: breaks each promise on purpose, in a copy of the checkout, and runs the test that must notice.
//
//   npm run mutations                  all of them
//   npm run mutations -- fsync hook    those of which the promise or the name has one of the words in it
//   npm run mutations -- --changed     those of files that differ from where the branch began, or from the last commit
//   npm run mutations -- --table       runs nothing: the table of docs/RELIABILITY.md
//
// Invariants
// - The checkout is only read. Each mutation is taken back in the copy before the next one.
// - A mutation counts as noticed only if the test that it names fails with it and passes without it.
// - One that cannot be applied, or that survives, makes the exit code 1.
//
// Left to others: which mutations there are (tests/mutations/*.json; what their fields mean stands in
// mutations-table.mjs).

import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { changedFiles } from "./changed.mjs";
import { withLock } from "./lock.mjs";
import { markdownTable, mutated, readMutations } from "./mutations-table.mjs";
import { bunEnvironment, ensureInstalled, findBun, finish, lockPath, root } from "./prepare.mjs";
import { capture } from "./process.mjs";

const COPIED = ["src", "tests", "scripts", "bench", "quality", "docs", "package.json", "package-lock.json"];
const COPIED_SETTINGS = ["tsconfig.json", "vitest.config.ts", "bunfig.toml", "README.md"];

/** How long a test may take that shall fail, in milliseconds: the slowest takes a tenth. */
const BROKEN_MS = 90_000;

/** What a test is called in a pattern: the runner puts " > " between the groups and the name where a report has a space. */
const patternOf = ({ fails }) => fails.replace(/[^\w ]/g, "\\$&").replaceAll(" ", " (?:> )?");

/**
 * Runs tests in the copy: those that the mutations name, in their files; all of a file without a name, to find the one
 * to name. `isBroken`: one shall fail. Returns the report on each file; null when there is none.
 */
async function runTests(bun, copy, mutations, isBroken = false) {
  const report = join(copy, "report.json");
  rmSync(report, { force: true });
  const vitest = join(copy, "node_modules", "vitest", "vitest.mjs");
  const options = ["--pool=threads", "--reporter=json", `--outputFile=${report}`];
  // What waits for ever is broken, too.
  if (isBroken) options.push(`--testTimeout=${BROKEN_MS}`, `--hookTimeout=${BROKEN_MS}`);
  if (mutations.every(({ fails }) => fails !== ""))
    options.push(`--testNamePattern=${[...new Set(mutations.map(patternOf))].join("|")}`);
  const home = join(copy, "home");
  const env = { ...bunEnvironment, HOME: home, HELIX_KB: join(home, "kb"), CI: "true" };
  const files = [...new Set(mutations.map(({ test }) => test))];
  await capture(bun, ["--bun", vitest, "run", ...options, ...files], { cwd: copy, env });
  try {
    return JSON.parse(readFileSync(report, "utf8")).testResults;
  } catch {
    return null;
  }
}

/** The full names of the tests that a mutation names and that failed, from a report; null when none was run. */
function failedOf(results, { test: file, fails }) {
  const named = (results ?? [])
    .filter(({ name }) => name.endsWith(`/${file}`))
    .flatMap((each) => each.assertionResults)
    .filter(({ fullName }) => fullName.includes(fails));
  const run = named.filter(({ status }) => status === "failed" || status === "passed");
  return run.length === 0 ? null : run.filter(({ status }) => status === "failed").map(({ fullName }) => fullName);
}

/** Runs the test that a mutation names. Returns the full names of what failed; null when none was run. */
async function runTest(bun, copy, mutation) {
  return failedOf(await runTests(bun, copy, [mutation], true), mutation);
}

/**
 * Whether the test of each mutation passes without it; null where there is no test of this name. All are run at once,
 * since most of a run is its start.
 */
async function soundnessOf(bun, copy, mutations) {
  const results = await runTests(bun, copy, mutations);
  return new Map(
    mutations.map((mutation) => {
      const failed = failedOf(results, mutation);
      return [mutation, failed === null ? null : failed.length === 0];
    }),
  );
}

/** What came of one mutation: "noticed", or what is wrong. */
async function tryMutation(bun, copy, mutation, isSound) {
  const path = join(copy, mutation.file);
  const before = readFileSync(path, "utf8");
  const changed = mutated(before, mutation);
  if (changed.problem !== undefined) return { verdict: changed.problem };
  const sound = isSound.get(mutation);
  if (!sound)
    return { verdict: sound === null ? "there is no test of this name" : "the test fails without the mutation" };
  writeFileSync(path, changed.text);
  try {
    const failed = await runTest(bun, copy, mutation);
    if (failed === null) return { verdict: "the test could not be run" };
    return failed.length === 0 ? { verdict: "SURVIVED" } : { verdict: "noticed", by: failed[0] };
  } finally {
    writeFileSync(path, before);
  }
}

function printRow(mutation, { verdict, by }, seconds) {
  const line = `${verdict === "noticed" ? "ok  " : "BAD "} ${mutation.name} (${seconds} s)`;
  process.stdout.write(`${line}\n      ${verdict === "noticed" ? `${mutation.test}: ${by}` : verdict}\n`);
}

/** A run takes minutes, and people end it: the copy goes with it. */
function removeWhenEnded(copy) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.once(signal, () => {
      rmSync(copy, { recursive: true, force: true });
      process.kill(process.pid, signal);
    });
  }
}

/** The changed files; none, which is said, where git cannot tell. */
async function changedHere() {
  try {
    return new Set(await changedFiles());
  } catch (error) {
    process.stdout.write(`what was changed is not known: ${error instanceof Error ? error.message : String(error)}\n`);
    return new Set();
  }
}

async function main(words) {
  if (words.length === 1 && words[0] === "--table") {
    process.stdout.write(markdownTable(readMutations(root)));
    return 0;
  }
  const isChanged = words.includes("--changed");
  const wanted = words.filter((word) => word !== "--changed");
  const option = wanted.find((word) => word.startsWith("-"));
  if (option !== undefined)
    throw new Error(`no option ${option}; there are: --changed, and --table alone; or give words of names, e.g. fsync`);
  const isWanted = ({ promise, name }) =>
    wanted.length === 0 || wanted.some((word) => `${promise} ${name}`.includes(word));
  const changed = isChanged ? await changedHere() : null;
  const isOfChange = ({ file, test }) => changed === null || changed.has(file) || changed.has(test);
  const chosen = readMutations(root).filter((mutation) => isOfChange(mutation) && isWanted(mutation));
  if (chosen.length === 0 && wanted.length > 0)
    throw new Error(`no mutation has ${wanted.join(" or ")} in its promise or name`);
  if (chosen.length === 0) {
    process.stdout.write("no mutation is of a file that was changed\n0 mutations, 0 noticed, 0 not\n");
    return 0;
  }
  await withLock(lockPath, ensureInstalled);
  const bun = await findBun();
  const copy = mkdtempSync(join(tmpdir(), "helix-mutations-"));
  const bad = [];
  removeWhenEnded(copy);
  try {
    for (const name of [...COPIED, ...COPIED_SETTINGS]) cpSync(join(root, name), join(copy, name), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
    const sound = await soundnessOf(bun, copy, chosen);
    let promise = "";
    for (const mutation of chosen) {
      if (mutation.promise !== promise) process.stdout.write(`\n${mutation.promise}\n`);
      promise = mutation.promise;
      const startedAt = performance.now();
      const result = await tryMutation(bun, copy, mutation, sound);
      if (result.verdict !== "noticed") bad.push(mutation.name);
      printRow(mutation, result, ((performance.now() - startedAt) / 1000).toFixed(0));
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  process.stdout.write(`\n${chosen.length} mutations, ${chosen.length - bad.length} noticed, ${bad.length} not\n`);
  return bad.length === 0 ? 0 : 1;
}

await finish(main(process.argv.slice(2)));
