// How a process ends when something goes wrong on the way, in processes of their own: steps that throw or hang, and
// errors that nobody has caught, which the runtime would only print.

import { spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";

const module = fileURLToPath(new URL("../../../src/surfaces/ending.ts", import.meta.url));
const IMPORTS = `import { beforeEnd, endOnUncaught, endProcess } from ${JSON.stringify(module)};`;
/** It waits as a server does, so that nothing but an end ends it. */
const WAITING = "setInterval(() => {}, 1000); await new Promise(() => {});";

/** Each timer of the system counts as a signal that waits. */
const WITHOUT_TIMERS = ["prlimit", "--sigpending=0"];
const canLimit = spawnSync(WITHOUT_TIMERS[0]!, [...WITHOUT_TIMERS.slice(1), "true"]).status === 0;

interface End {
  readonly how: number | string;
  readonly output: string;
  readonly errors: string;
}

/** Runs a program to its end. */
function run(program: string, wrapper: readonly string[] = []): Promise<End> {
  const [first, ...words] = [...wrapper, process.execPath, "-e", `${IMPORTS}\n${program}`];
  const child = spawn(first!, words, { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  let [output, errors] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    errors += text;
  });
  return new Promise((resolve) => {
    child.once("close", (code, signal) => resolve({ how: signal ?? code ?? -1, output, errors }));
  });
}

/** Room for a slow machine, in milliseconds: a process that does not end is what these tests are about. */
const LIMIT = { timeout: 60_000 };

test("each step is done in its order, whatever the others do", LIMIT, async () => {
  const { how, output, errors } = await run(`
    import { writeSync } from "node:fs";
    beforeEnd(() => writeSync(1, "first "));
    beforeEnd(() => { throw new Error("a step"); });
    beforeEnd(() => writeSync(1, "last"));
    setTimeout(() => endProcess(3), 1);
    ${WAITING}`);
  expect({ how, output, errors }).toEqual({ how: 3, output: "first last", errors: "" });
});

describe("a step that hangs does not keep the process", () => {
  test.each([
    ["in a loop", "for (;;);"],
    ["in a call of the system", "Bun.sleepSync(1e9);"],
    ["in the wait for another thread", "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);"],
  ])("%s", LIMIT, async (_, hang) => {
    const { how } = await run(`beforeEnd(() => { ${hang} }); setTimeout(() => endProcess(3), 1); ${WAITING}`);
    expect(how).toBe(3);
  });

  test.runIf(canLimit)("not even where the system has no timer left", LIMIT, async () => {
    const { how } = await run(
      `beforeEnd(() => { for (;;); }); setTimeout(() => endProcess(3), 1); ${WAITING}`,
      WITHOUT_TIMERS,
    );
    expect(how).toBe("SIGALRM");
  });
});

describe("what nobody has caught ends the process, in one line", () => {
  test.each([
    ["an exception in a timer", 'setTimeout(() => { throw new Error("not\\nexpected"); }, 1);'],
    ["a rejection", 'setTimeout(() => { Promise.reject(new Error("not\\nexpected")); }, 1);'],
    [
      "an exception in a signal's listener",
      'process.on("SIGTERM", () => { throw new Error("not\\nexpected"); }); process.kill(process.pid, "SIGTERM");',
    ],
    [
      "an exception where the input ends",
      'process.stdin.on("data", () => {}).on("end", () => { throw new Error("not\\nexpected"); });',
    ],
  ])("%s", LIMIT, async (_, cause) => {
    const { how, errors } = await run(`endOnUncaught(); ${cause} ${WAITING}`);
    expect(how).toBe(2);
    expect(errors).toBe("helix: ended by an error that nobody has caught: not expected\n");
  });

  test("also where nobody can be told", LIMIT, async () => {
    const { how } = await run(
      `endOnUncaught(); beforeEnd(() => { throw 1; }); setTimeout(() => { throw new Error("x"); }, 1); ${WAITING}`,
      ["sh", "-c", 'exec "$0" "$@" 2>/dev/full'],
    );
    expect(how).toBe(2);
  });
});
