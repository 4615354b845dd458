// A worker thread that steps back, seen from outside: in a process of its own, since it cannot come forward again.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const module = fileURLToPath(new URL("../../../src/platform/thread-priority.ts", import.meta.url));

/** Prints how nice a worker is before and after, and how nice the main thread is then. */
const PROGRAM = `
  import { readFileSync } from "node:fs";
  import { isMainThread, Worker } from "node:worker_threads";
  const nice = () => Number(readFileSync("/proc/thread-self/stat", "utf8").split(") ")[1].split(" ")[16]);
  const work = 'import { parentPort } from "node:worker_threads"; import { stepBack } from ${JSON.stringify(module)};' +
    'import { readFileSync } from "node:fs"; const nice = ' + nice + ';' +
    'const before = nice(); stepBack(); parentPort.postMessage([before, nice()]);';
  const worker = new Worker(new URL("data:text/javascript," + encodeURIComponent(work)));
  worker.on("message", (told) => { console.log(JSON.stringify([...told, nice()])); process.exit(0); });
`;

test.runIf(process.platform === "linux")("only the thread that steps back does", () => {
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", PROGRAM], { encoding: "utf8" });
  expect(stderr).toBe("");
  const [before, after, main] = JSON.parse(stdout);
  expect(after).toBe(Math.min(19, Math.max(before, 10)));
  expect(main).toBe(before);
});
