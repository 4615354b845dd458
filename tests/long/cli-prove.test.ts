// `helix prove`, the compiled program on a real directory: what it prints and returns, and that it leaves nothing
// behind.

import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { helixBinary } from "../support/helix-binary.ts";
import { checkPrinted } from "../support/json-answers.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");

function start(directory: string, ...words: string[]) {
  return Bun.spawn([helixBinary(), "prove", ...words], {
    env: { HOME: directory, HELIX_KB: join(directory, "kb") },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
}

test("simulates cuts on the disk, loses nothing and leaves nothing behind", async () => {
  const directory = folder();
  // Enough for the first cut on a slow machine, too.
  const run = start(directory, "--seconds", "5", "--seed", "7", "--json");
  const printed = await new Response(run.stdout).text();
  checkPrinted(["prove", "--json"], await run.exited, printed);
  const { figures, finding, disk, seed } = JSON.parse(printed);
  expect(await run.exited).toBe(0);
  expect({ finding, seed, lost: figures.lost }).toEqual({ finding: null, seed: 7, lost: 0 });
  expect(figures.cuts).toBeGreaterThan(0);
  expect(disk).toMatchObject({ syncsReachSystem: true, locks: true });
  expect(readdirSync(directory)).toEqual([]);
});

/** The folder that a proof works in, as soon as it is there. */
async function workFolder(base: string): Promise<string> {
  for (;;) {
    const name = existsSync(base) ? readdirSync(base).find((one) => one.startsWith(".prove-")) : undefined;
    if (name !== undefined) return name;
    await Bun.sleep(1);
  }
}

test("is ended by Ctrl-C, and says what it did so far", async () => {
  const directory = folder();
  const run = start(directory, "--seconds", "600");
  await workFolder(join(directory, "kb"));
  run.kill("SIGINT");
  expect(await new Response(run.stdout).text()).toContain("interrupted; so far:");
  expect(await run.exited).toBe(130);
  expect(readdirSync(directory)).toEqual([]);
});

test("what one that was killed has left goes with the next", async () => {
  const directory = folder();
  const base = join(directory, "kb");
  const killed = start(directory, "--seconds", "600");
  const left = await workFolder(base);
  killed.kill("SIGKILL");
  await killed.exited;
  expect(readdirSync(base)).toEqual([left]);
  expect(await start(directory, "--seconds", "1").exited).toBe(0);
  expect(readdirSync(base)).toEqual([]);
});

test("refuses what is no number, and a directory that is a file", async () => {
  const directory = folder();
  const wrong = start(directory, "--seconds", "soon");
  expect(await new Response(wrong.stderr).text()).toContain("--seconds=soon is not accepted");
  expect(await wrong.exited).toBe(2);
  expect(await start(directory, "--seconds", "0").exited).toBe(2);
  writeFileSync(join(directory, "kb"), "a file");
  const blocked = start(directory, "--seconds", "1");
  expect(await blocked.exited).toBe(2);
});
