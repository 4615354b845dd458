// What `helix run` prints: short outputs as they are, long ones shortened with the original kept, each of the two
// outputs for itself; and what passes whole because nothing may be left out of it.

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { EventLog } from "../../src/events/log/event-log.ts";
import type { LoggedEvent } from "../../src/events/log/event-types.ts";
import { KeptOutputs } from "../../src/filters/kept/kept-outputs.ts";
import { diskFileSystem } from "../../src/platform/disk-file-system.ts";
import { helixBinary } from "../support/helix-binary.ts";
import { type Effects, runEnvironment, runWords } from "../support/run-pair.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
let [base, cwd] = ["", ""];

beforeEach(() => {
  [base, cwd] = [join(folder(), "kb"), folder()];
});

const run = (...words: string[]): Promise<Effects> =>
  runWords([helixBinary(), "run", ...words], { cwd, environment: { HELIX_KB: base } });

const NOTICE = /^\[helix: ([\d,]+) of ([\d,]+) lines left out by (\S+); helix output ([0-9A-Z]{8}) shows all\]$/;

/** The notice at the end of what was printed. */
function noticeOf(printed: string) {
  const [, leftOut, lines, filter, key = ""] = NOTICE.exec(printed.trimEnd().split("\n").at(-1)!) ?? [];
  return { leftOut, lines, filter, key };
}

/** The original that is kept under a key; as latin1. */
function original(key: string, session = ""): string {
  const kept = new KeptOutputs({ files: diskFileSystem, directory: base, newKey: () => "", isOwn: () => true });
  const found = kept.read(key, session, Date.now());
  return found.kind === "found" ? Buffer.from(found.output.original).toString("latin1") : found.kind;
}

const isKept = () => {
  try {
    return readdirSync(join(base, "outputs")).length;
  } catch {
    return 0;
  }
};

function events(): LoggedEvent[] {
  const found: LoggedEvent[] = [];
  const log = new EventLog(diskFileSystem, base);
  log.read({ event: (event) => found.push(event) });
  return found;
}

describe("a long output", () => {
  test("is shortened, and its original is kept to the byte", async () => {
    const printed = await run("i=0; while [ $i -lt 900 ]; do echo step $i of 900; i=$((i + 1)); done");
    const whole = Array.from({ length: 900 }, (_, at) => `step ${at} of 900\n`).join("");
    const { lines, key } = noticeOf(printed.stdout);
    expect(printed).toMatchObject({ status: 0, stderr: "" });
    expect(lines).toBe("900");
    expect(printed.stdout.length).toBeLessThan(whole.length);
    expect(original(key)).toBe(whole);
    const [event, ...others] = events().filter(({ type }) => type === "filter");
    expect(others).toEqual([]);
    expect(event).toMatchObject({ by: "run", key, before: whole.length, after: printed.stdout.length });
  });

  test("needs no setting, and belongs to the client's session", async () => {
    const environment = { HELIX_KB: base, HELIX_ECONOMY_FILTERS: "off", CLAUDE_CODE_SESSION_ID: "s-1" };
    const { stdout } = await runWords([helixBinary(), "run", "seq", "3000"], { cwd, environment });
    const { key } = noticeOf(stdout);
    expect(original(key, "s-1")).toHaveLength(13_893);
    expect(original(key, "s-2")).toBe("foreign");
  });

  test("keeps each line that says what is wrong, and its line ends to the byte", async () => {
    const lines = Array.from({ length: 2000 }, (_, at) => `compiling unit ${at}`);
    lines.splice(777, 0, "src/shop.c:12:3: error: 'price' undeclared");
    lines.splice(1300, 0, "src/cart.c:9:1: warning: unused variable 'sum'");
    const text = `${lines.join("\r\n")}\r\n`;
    writeFileSync(join(cwd, "log"), text);
    writeFileSync(join(cwd, "compile"), '#!/bin/sh\nexec cat "$@"\n', { mode: 0o755 });
    const { stdout } = await run("./compile log || true");
    expect(stdout).toContain("src/shop.c:12:3: error: 'price' undeclared");
    expect(stdout).toContain("src/cart.c:9:1: warning: unused variable 'sum'");
    expect(original(noticeOf(stdout).key)).toBe(text);
  });

  test("of a failure keeps the end, which clients cut away", async () => {
    const { status, stdout } = await run(
      "seq -f 'step %g of many, nothing to see here' 4000; echo 'src/a.c:1:1: error: early'; seq -f 'more %g steps, nothing to see here' 4000; seq -f 'the end %g' 60; exit 3",
    );
    expect(status).toBe(3);
    expect(stdout).toContain("src/a.c:1:1: error: early\n");
    expect(stdout).toContain(Array.from({ length: 60 }, (_, at) => `the end ${at + 1}\n`).join(""));
    expect(stdout.length).toBeLessThan(20_000);
    expect(original(noticeOf(stdout).key).split("\n")).toHaveLength(8062);
  });

  test("is whole where it failed and clients show it whole", async () => {
    const { stdout } = await run("seq 1 1500; exit 1");
    expect(stdout).toBe(Array.from({ length: 1500 }, (_, at) => `${at + 1}\n`).join(""));
  });
});

describe("the two outputs", () => {
  test("stay apart, and each is shortened for itself", async () => {
    const { stdout, stderr } = await run("seq 1 3000; echo short >&2");
    expect(noticeOf(stdout)).toMatchObject({ lines: "3,000" });
    expect(stderr).toBe("short\n");
    const other = await run("echo short; seq 1 3000 >&2");
    expect(other.stdout).toBe("short\n");
    expect(noticeOf(other.stderr)).toMatchObject({ lines: "3,000" });
  });

  test("keep their order where they are one", async () => {
    const script = `for i in 1 2 3 4 5 6 7 8 9; do echo out $i; echo err $i >&2; done`;
    const { stdout } = await runWords(["sh", "-c", `"$HELIX" run "$LINE" 2>&1`], {
      cwd,
      environment: { HELIX: helixBinary(), LINE: script },
    });
    expect(stdout).toBe(Array.from({ length: 9 }, (_, at) => `out ${at + 1}\nerr ${at + 1}\n`).join(""));
  });

  test("to a file, and standard error away: what nobody reads is not looked at", async () => {
    const script = `"$HELIX" run 'seq 1 3000; seq 1 3000 >&2' > out 2>/dev/null`;
    const { files } = await runWords(["sh", "-c", script], {
      cwd,
      environment: { HELIX: helixBinary(), HELIX_KB: base },
    });
    expect(noticeOf(files.out!)).toMatchObject({ lines: "3,000" });
    expect(isKept()).toBe(1);
  });
});

describe("an output passes whole", () => {
  const NUMBERS = Array.from({ length: 3000 }, (_, at) => `${at + 1}\n`).join("");

  test("below 2,048 bytes", async () => {
    expect((await run("head -c 2047 /dev/zero | tr '\\0' '\\n'")).stdout).toBe("\n".repeat(2047));
    expect(isKept()).toBe(0);
  });

  test("with --whole", async () => {
    expect(await run("--whole", "seq", "1", "3000")).toMatchObject({ stdout: NUMBERS });
    expect(isKept()).toBe(0);
  });

  test("where its original cannot be kept", async () => {
    writeFileSync(join(cwd, "file"), "");
    base = join(cwd, "file", "kb");
    expect(await run("seq 1 3000")).toMatchObject({ status: 0, stdout: NUMBERS, stderr: "" });
  });

  test("with a credential in it", async () => {
    const line = "AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMIK7MDENGbPxRfiCYzzz09AbCdEf1";
    const { stdout } = await run(`seq 1 3000; echo ${line}`);
    expect(stdout).toBe(`${NUMBERS}${line}\n`);
    expect(isKept()).toBe(0);
  });

  test("of more lines than the memory is meant for", async () => {
    expect((await run("yes | head -n 200001")).stdout).toBe("y\n".repeat(200_001));
    expect(isKept()).toBe(0);
  });

  test("that is no text", async () => {
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * 7919) % 256));
    writeFileSync(join(cwd, "binary"), bytes);
    const { stdout } = await run("cat", "binary");
    expect(Buffer.from(stdout, "latin1").equals(bytes)).toBe(true);
    const latin = "caf\xe9 au lait\n".repeat(1000);
    writeFileSync(join(cwd, "latin"), Buffer.from(latin, "latin1"));
    expect((await run("cat < latin; true")).stdout).toBe(latin);
  });

  test("that helix itself answers, a diff, JSON that was asked for", async () => {
    writeFileSync(join(cwd, "a"), NUMBERS);
    writeFileSync(join(cwd, "b"), NUMBERS.replaceAll("\n", "x\n"));
    expect((await run("diff a b || true")).stdout).toHaveLength(
      2 * NUMBERS.length + 3000 * 5 + "1,3000c1,3000\n---\n".length,
    );
  });
});

const HUNDRED_MB = 100_000_000;

test("a huge output passes whole, while the command still runs", async () => {
  const child = spawn(helixBinary(), ["run", `head -c ${HUNDRED_MB} /dev/zero; read line; echo "end $line"`], {
    cwd,
    env: runEnvironment({}),
    stdio: ["pipe", "pipe", "inherit"],
  });
  const hash = createHash("sha256");
  let bytes = 0;
  child.stdout.on("data", (piece: Buffer) => {
    hash.update(piece);
    bytes += piece.length;
    // The command waits for this line, and writes no more before it.
    if (bytes === HUNDRED_MB) child.stdin.end("of it\n");
  });
  const status = await new Promise((resolve) => child.on("close", resolve));
  const expected = createHash("sha256").update(Buffer.alloc(HUNDRED_MB)).update("end of it\n").digest("hex");
  expect({ status, bytes, hash: hash.digest("hex") }).toEqual({ status: 0, bytes: HUNDRED_MB + 10, hash: expected });
});

test("a reader that has enough ends the command as without helix", async () => {
  const script = `{ $RUN yes; echo "ends with $?" >&2; } | head -1`;
  for (const words of ["env", `${helixBinary()} run`]) {
    const { stdout, stderr } = await runWords(["sh", "-c", script], { cwd, environment: { RUN: words } });
    expect({ words, stdout, stderr }).toEqual({ words, stdout: "y\n", stderr: "ends with 141\n" });
  }
});

test("a reader that goes away is noticed while nothing is printed yet", async () => {
  const script =
    "trap '' PIPE; while echo more 2>&-; do echo printed >&3; read line || exit 7; done; echo nobody reads >&3";
  const child = spawn(helixBinary(), ["run", script], {
    cwd,
    env: runEnvironment({}),
    stdio: ["pipe", "pipe", "ignore", "pipe"],
  });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  let told = "";
  await new Promise<void>((resolve) => {
    (child.stdio[3] as NodeJS.ReadableStream).on("data", (piece: Buffer) => {
      told += piece.toString();
      // The first line was printed for somebody who then leaves.
      child.stdout!.destroy();
      if (told.endsWith("nobody reads\n")) resolve();
      else child.stdin!.write("go on\n");
    });
  });
  expect(await ended).toBe(0);
});

test("what a command leaves behind does not hold it up, and prints on where it would", async () => {
  const child = spawn(helixBinary(), ["run", "(read line; echo late $line; echo late >&2) <&3 & echo early; exit 6"], {
    cwd,
    env: runEnvironment({}),
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout!.on("data", (piece: Buffer) => {
    stdout += piece.toString();
  });
  child.stderr!.on("data", (piece: Buffer) => {
    stderr += piece.toString();
  });
  const closed = new Promise((resolve) => child.on("close", resolve));
  // The job still waits for its line.
  expect(await new Promise((resolve) => child.on("exit", resolve))).toBe(6);
  (child.stdio[3] as NodeJS.WritableStream).end("in the day\n");
  await closed;
  expect({ stdout, stderr }).toEqual({ stdout: "early\nlate in the day\n", stderr: "late\n" });
});
