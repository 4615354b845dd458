// From a fresh checkout to a verdict. Installs, builds dist/helix, runs tests, and ends with one line of numbers.
//
//   npm test                          what tells whether a change is right
//   npm test -- FILE...               those of which the path has one of the words in it
//   npm test -- --changed [REVISION]  what can notice a change: of the branch, or since a revision
//   npm run test:thorough             what takes long: all tries by chance, proofs, fuzzers, builds, real clients, and the
//                                     mutations of changed files
//   npm run test:times                npm test; then tests/times.json has the files that took longest
//
// Invariants
// - The last line is `N passed, N failed`, with `, N skipped` behind it where there are any, whatever fails.
// - The exit code is vitest's; never 0 when something failed or nothing ran.
// Left to others: which tests there are (vitest.config.ts), what a change concerns (changed.mjs).

import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { buildTargets } from "./build.mjs";
import { changedFiles, testsOf } from "./changed.mjs";
import { withLock } from "./lock.mjs";
import { bunEnvironment, ensureInstalled, findBun, lockPath, root } from "./prepare.mjs";
import { capture, run } from "./process.mjs";

const TIMES_PATH = "tests/times.json";
const TIMES_MAX = 30;
/** Where Linux keeps files in memory: nothing waits for a disk there. */
const MEMORY_FOLDER = "/dev/shm";
/** What the tests may need of it, in bytes: what they leave at once is far below. */
const MEMORY_MIN = 4e9;

/** The parent of all temporary folders of a run: in memory where that has room and runs programs, else on the disk. */
function temporaryFolder() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    if (bavail * bsize >= MEMORY_MIN) {
      const folder = mkdtempSync(join(MEMORY_FOLDER, "helix-"));
      // Some tests are about other users, who have to come through.
      chmodSync(folder, 0o755);
      const program = join(folder, "program");
      writeFileSync(program, "#!/bin/sh\n");
      chmodSync(program, 0o755);
      if (spawnSync(program).status === 0) return folder;
      rmSync(folder, { recursive: true });
    }
  } catch {}
  return mkdtempSync(join(tmpdir(), "helix-"));
}

/**
 * The numbers of a JSON report. A file that could not be run at all holds no tests in it; it counts as one that failed.
 * @param {{numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults:
 * object[]}} report
 */
function countsOf(report) {
  const brokenFiles = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Runs vitest on the files whose paths have one of the words in them, all where there is none. */
async function runTests(filters, { isThorough, keepsTimes }) {
  const bun = await findBun();
  const folder = temporaryFolder();
  try {
    const reportPath = join(folder, "report.json");
    const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportPath}`];
    const code = await run(bun, ["--bun", vitest, "run", "--pool=threads", ...reporters, ...filters], {
      cwd: root,
      env: { ...bunEnvironment, TMPDIR: folder, ...(isThorough ? { HELIX_TESTS: "thorough" } : {}) },
    });
    const report = JSON.parse(readFileSync(reportPath, "utf8"));
    if (keepsTimes) writeTimes(report);
    const counts = countsOf(report);
    if (code === 0 && counts.passed === 0) throw new Error("no test was run");
    // An error outside any test (in a timer, say) fails the run without failing a test.
    if (code !== 0 && counts.failed === 0) counts.failed = 1;
    return { code, counts };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes down the files that took longest, in seconds. The next runs begin with them. */
function writeTimes({ testResults }) {
  const times = testResults
    .map(({ name, startTime, endTime }) => [relative(root, name), Math.round((endTime - startTime) / 100) / 10])
    .sort(([, a], [, b]) => b - a)
    .slice(0, TIMES_MAX);
  const seconds = Object.fromEntries(times);
  const sum = Math.round(testResults.reduce((all, { startTime, endTime }) => all + endTime - startTime, 0) / 1000);
  const table = { measured: new Date().toISOString().slice(0, 10), files: testResults.length, sum, seconds };
  writeFileSync(join(root, TIMES_PATH), `${JSON.stringify(table, null, 2)}\n`);
  for (const [name, took] of times) process.stdout.write(`${String(took).padStart(6)} s  ${name}\n`);
}

/** Runs the mutations of changed files: each that is noticed counts as passed. */
async function runMutations() {
  const { output, errors } = await capture(process.execPath, [join(root, "scripts", "mutations.mjs"), "--changed"], {
    cwd: root,
  });
  process.stdout.write(output + errors);
  const [, noticed, missed] = /\n\d+ mutations, (\d+) noticed, (\d+) not\n$/.exec(output) ?? [];
  return noticed === undefined ? { passed: 0, failed: 1 } : { passed: Number(noticed), failed: Number(missed) };
}

/** The words of a command line: options of this script, and what vitest selects files by. */
async function readWords(words) {
  const options = { isThorough: words.includes("--thorough"), keepsTimes: words.includes("--times") };
  const others = words.filter((word) => word !== "--thorough" && word !== "--times");
  if (others[0] !== "--changed") return { options, filters: others };
  const changed = await changedFiles(others[1]);
  const filters = testsOf(changed);
  process.stdout.write(
    filters === null
      ? "all tests: packages or settings of the build were changed\n"
      : `${changed.length} files were changed, which ${filters.length} files of tests can notice; npm test runs all\n`,
  );
  return { options, filters: filters ?? [] };
}

async function main(words) {
  let outcome = { code: 1, counts: { passed: 0, failed: 1, skipped: 0 } };
  try {
    await withLock(lockPath, async () => {
      await ensureInstalled();
      await buildTargets(["host"], { onlyStale: true });
    });
    const { options, filters } = await readWords(words);
    outcome = await runTests(filters, options);
    if (options.isThorough && filters.length === 0) {
      const { passed, failed } = await runMutations();
      outcome.counts.passed += passed;
      outcome.counts.failed += failed;
      if (failed > 0) outcome.code = 1;
    }
  } catch (error) {
    process.stderr.write(`helix: ${error instanceof Error ? error.message : String(error)}\n`);
  }
  const { passed, failed, skipped } = outcome.counts;
  process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`);
  process.exitCode = outcome.code;
}

await main(process.argv.slice(2));
