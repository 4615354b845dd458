// `npm test`: from a fresh checkout to a verdict. Installs, builds dist/helix, runs the tests, and ends with one line
// of numbers.
//
// Invariants
// - The last line is `N passed, N failed`, with `, N skipped` after it when tests were skipped, also when installing or
//   building fails.
// - The exit code is vitest's; never 0 when something failed or nothing ran.
//
// Left to others: which tests there are and their limits (vitest.config.ts), the steps before (prepare.mjs, build.mjs).

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildTargets } from "./build.mjs";
import { withLock } from "./lock.mjs";
import { bunEnvironment, ensureInstalled, findBun, lockPath, root } from "./prepare.mjs";
import { run } from "./process.mjs";

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

async function runTests(filters) {
  const bun = await findBun();
  const folder = mkdtempSync(join(tmpdir(), "helix-test-report-"));
  try {
    const reportPath = join(folder, "report.json");
    const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportPath}`];
    const code = await run(bun, ["--bun", vitest, "run", "--pool=threads", ...reporters, ...filters], {
      cwd: root,
      env: bunEnvironment,
    });
    const counts = countsOf(JSON.parse(readFileSync(reportPath, "utf8")));
    if (code === 0 && counts.passed === 0) throw new Error("no test was run");
    // An error outside any test (in a timer, say) fails the run without failing a test.
    if (code !== 0 && counts.failed === 0) counts.failed = 1;
    return { code, counts };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function main(filters) {
  let outcome = { code: 1, counts: { passed: 0, failed: 1, skipped: 0 } };
  try {
    await withLock(lockPath, async () => {
      await ensureInstalled();
      await buildTargets(["host"], { onlyStale: true });
    });
    outcome = await runTests(filters);
  } catch (error) {
    process.stderr.write(`helix: ${error instanceof Error ? error.message : String(error)}\n`);
  }
  const { passed, failed, skipped } = outcome.counts;
  process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`);
  process.exitCode = outcome.code;
}

await main(process.argv.slice(2));
