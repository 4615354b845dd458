// What `npm start` and `npm test` stand on: the lock between commands started at once, and the question whether to
// install.

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { repositoryRoot } from "../support/helix-binary.ts";

let directory = "";

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "helix-scripts-"));
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

function run(program: string): Promise<number | null> {
  const path = join(directory, `program-${Math.random().toString(36).slice(2)}.mjs`);
  writeFileSync(path, program);
  return new Promise((resolve) => spawn(process.execPath, [path], { stdio: "ignore" }).once("close", resolve));
}

describe("the lock of the checkout", () => {
  const lock = () => join(directory, "dist", ".lock");
  /**
   * Adds one to a number in a file over several turns of the event loop. Who finds another process inside fails: the
   * file that says so can be created once only.
   */
  const counting = (times: number) => `
    import { unlinkSync, writeFileSync } from "node:fs";
    import { readFile } from "node:fs/promises";
    import { withLock } from ${JSON.stringify(join(repositoryRoot, "scripts", "lock.mjs"))};
    const [path, inside] = ${JSON.stringify([join(directory, "count"), join(directory, "inside")])};
    for (let time = 0; time < ${times}; time++) {
      await withLock(${JSON.stringify(lock())}, async () => {
        writeFileSync(inside, "", { flag: "wx" });
        for (let turn = 0; turn < 100; turn++) await readFile(path);
        writeFileSync(path, String(Number(await readFile(path, "utf8")) + 1));
        unlinkSync(inside);
      });
    }`;

  test("lets one process in at a time, and is gone afterwards", async () => {
    writeFileSync(join(directory, "count"), "0");
    const codes = await Promise.all([run(counting(5)), run(counting(5)), run(counting(5))]);
    expect(codes).toEqual([0, 0, 0]);
    expect(readFileSync(join(directory, "count"), "utf8")).toBe("15");
    expect(existsSync(lock())).toBe(false);
  });

  test("is taken over from a process that is gone", async () => {
    let deadPid = 0;
    await new Promise((resolve) => {
      const child = spawn(process.execPath, ["--version"], { stdio: "ignore" }).once("close", resolve);
      deadPid = child.pid ?? 0;
    });
    mkdirSync(join(directory, "dist"));
    writeFileSync(lock(), JSON.stringify({ pid: deadPid, host: hostname() }));
    writeFileSync(join(directory, "count"), "0");
    expect(await run(counting(1))).toBe(0);
    expect(readFileSync(join(directory, "count"), "utf8")).toBe("1");
  });
});

describe("the reason to install", () => {
  const wanted = {
    packages: {
      "": { dependencies: { a: "1.0.0" } },
      "node_modules/a": { version: "1.0.0" },
      "node_modules/b": { version: "2.0.0" },
      "node_modules/other-platform": { version: "1.0.0", optional: true },
    },
  };

  async function reason(installed: object | null): Promise<string> {
    const { reasonToInstall } = await import(join(repositoryRoot, "scripts", "prepare.mjs"));
    writeFileSync(join(directory, "package-lock.json"), JSON.stringify(wanted));
    if (installed !== null) {
      mkdirSync(join(directory, "node_modules", "a"), { recursive: true });
      writeFileSync(join(directory, "node_modules", ".package-lock.json"), JSON.stringify(installed));
      writeFileSync(join(directory, "node_modules", "a", "package.json"), "{}");
    }
    return reasonToInstall(directory);
  }

  const { "node_modules/a": a, "node_modules/b": b } = wanted.packages;

  test("is none when every package is there in its version; those of other platforms may be missing", async () => {
    expect(await reason({ packages: { "node_modules/a": a, "node_modules/b": b } })).toBe("");
  });

  test("names what is missing or of another version", async () => {
    expect(await reason(null)).toBe("there is no complete node_modules");
    expect(await reason({ packages: { "node_modules/a": a } })).toBe("node_modules/b is missing");
    const old = { packages: { "node_modules/a": a, "node_modules/b": { version: "1.9.0" } } };
    expect(await reason(old)).toBe("node_modules/b is 1.9.0, 2.0.0 is wanted");
  });

  test("sees a package that was removed by hand", async () => {
    await reason({ packages: { "node_modules/a": a, "node_modules/b": b } });
    rmSync(join(directory, "node_modules", "a"), { recursive: true });
    const { reasonToInstall } = await import(join(repositoryRoot, "scripts", "prepare.mjs"));
    expect(reasonToInstall(directory)).toBe("node_modules/a is missing");
  });
});
