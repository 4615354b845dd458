// What continuous integration runs: `npm test`, then the thorough tests. Its last line is the sum of theirs, and it fails
// if either does.

import { spawn } from "node:child_process";
import { finish, root } from "./prepare.mjs";

const VERDICT = /(?:^|\n)(\d+) passed, (\d+) failed(?:, (\d+) skipped)?\n$/;
/** How much of an output is kept to find the verdict in, in characters. */
const KEPT = 1000;

/** Runs one of the commands; its output is passed on. */
function runScript(name) {
  return new Promise((resolve, reject) => {
    // npm's own lines would follow the verdict.
    const child = spawn("npm", ["run", "--silent", name], { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
    let end = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      process.stdout.write(text);
      end = (end + text).slice(-KEPT);
    });
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? 1, counts: VERDICT.exec(end)?.slice(1).map(Number) }));
  });
}

async function main() {
  const sum = [0, 0, 0];
  let worst = 0;
  for (const name of ["test", "test:thorough"]) {
    const { code, counts } = await runScript(name);
    worst = Math.max(worst, code);
    for (const [at, count] of (counts ?? [0, 1, 0]).entries()) sum[at] += count || 0;
  }
  const [passed, failed, skipped] = sum;
  process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`);
  return worst || (failed > 0 ? 1 : 0);
}

await finish(main());
