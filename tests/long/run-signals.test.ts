// Signals through `helix run`: what kills the command, helix ends by, too; what helix gets, the command gets once. What
// has happened is told through a descriptor of the test's, which the command inherits.

import { type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { helixBinary } from "../support/helix-binary.ts";
import { runEnvironment, runLineTwice } from "../support/run-pair.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");

test.each(["TERM", "KILL", "SEGV", "PIPE", "INT", "HUP", "QUIT", "ABRT", "USR1", "ALRM"])(
  "a command that ends by SIG%s",
  async (name) => {
    const { plain, helix } = await runLineTwice(`echo before; kill -${name} $$`, [folder(), folder()], {});
    expect(plain.signal).toBe(`SIG${name}`);
    expect(helix).toEqual(plain);
  },
);

interface Running {
  readonly child: ChildProcess;
  /** Ends when the command has said that it is ready. */
  readonly ready: Promise<void>;
  /** All that was said on the descriptor, when nobody has it any more. */
  readonly told: Promise<string>;
  readonly ended: Promise<{ status: number | null; signal: string | null; stdout: string }>;
}

/** Starts a line in `helix run`. The line says on descriptor 3 what happens; first: `ready`. */
function start(line: string, { isDetached = false, before = [] as readonly string[] } = {}): Running {
  const [program, ...words] = [...before, helixBinary(), "run", line];
  const child = spawn(program!, words, {
    cwd: folder(),
    env: { ...runEnvironment({}), HELIX: helixBinary() },
    stdio: ["pipe", "pipe", "inherit", "pipe"],
    detached: isDetached,
  });
  const teller = child.stdio[3] as Readable;
  let [told, stdout] = ["", ""];
  child.stdout!.on("data", (bytes: Buffer) => {
    stdout += bytes.toString();
  });
  const ready = new Promise<void>((resolve) => {
    teller.on("data", (bytes: Buffer) => {
      told += bytes.toString();
      if (told.includes("ready\n")) resolve();
    });
  });
  return {
    child,
    ready,
    told: new Promise((resolve) => teller.on("close", () => resolve(told))),
    ended: new Promise((resolve) => child.on("close", (status, signal) => resolve({ status, signal, stdout }))),
  };
}

/** Waits for a line of input, which never comes, and says which signals came. */
const TRAPPING = (names: readonly string[]) =>
  `${names.map((name) => `trap 'echo got ${name}; exit 5' ${name}; `).join("")}echo ready >&3; read line; exit 9`;

describe("a signal to helix", () => {
  test.each(["TERM", "INT", "HUP", "QUIT", "USR1", "USR2"])("SIG%s reaches a command that traps it", async (name) => {
    const { child, ready, ended } = start(TRAPPING([name]));
    await ready;
    child.kill(`SIG${name}` as NodeJS.Signals);
    expect(await ended).toEqual({ status: 5, signal: null, stdout: `got ${name}\n` });
  });

  test.each(["TERM", "INT", "HUP", "QUIT"])("SIG%s ends a command that does not, and helix like it", async (name) => {
    const { child, ready, ended } = start("echo some; echo ready >&3; read line");
    await ready;
    child.kill(`SIG${name}` as NodeJS.Signals);
    expect(await ended).toEqual({ status: null, signal: `SIG${name}`, stdout: "some\n" });
  });

  test("that goes to its whole group comes to the command once", async () => {
    const { child, ready, ended } = start(TRAPPING(["TERM"]), { isDetached: true });
    await ready;
    process.kill(-child.pid!, "SIGTERM");
    expect(await ended).toEqual({ status: 5, signal: null, stdout: "got TERM\n" });
  });

  test("that its caller ignores is ignored by both", async () => {
    const ignoring = ["sh", "-c", `trap '' HUP TERM; exec "$@"`, "sh"];
    const { child, ready, ended } = start("echo ready >&3; read line; echo $line", { before: ignoring });
    await ready;
    child.kill("SIGHUP");
    child.kill("SIGTERM");
    child.stdin!.end("typed\n");
    expect(await ended).toEqual({ status: 0, signal: null, stdout: "typed\n" });
  });

  test("SIGKILL: the command's next line ends it", async () => {
    const { child, ready, told, ended } = start(`echo ready >&3; read line; while echo more; do :; done`);
    await ready;
    child.kill("SIGKILL");
    child.stdin!.end("go on\n");
    expect(await told).toBe("ready\n");
    expect((await ended).signal).toBe("SIGKILL");
  });
});

test("helix stops with the command and goes on with it, as a job of a shell", async () => {
  const script = `
    set -m
    "$HELIX" run 'echo ready >&3; read line; echo "read $line"' < input &
    exec 4< told; read line <&4
    kill -TSTP %1; wait %1; echo "wait says $?"; jobs
    echo typed > input & kill -CONT %1; wait %1; echo "wait says $?"`;
  const { stdout } = await jobControl(script);
  expect(stdout).toMatch(/^wait says 1\d\d\n\[1\]\+ {2}Stopped[^\n]*\nread typed\nwait says 0\n$/);
});

/** Runs a script of bash with two fifos: `input`, and `told` for descriptor 3. */
function jobControl(script: string): Promise<{ stdout: string }> {
  const whole = `mkfifo input told; exec 3<> told; exec 5<> input; ${script}`;
  const child = spawn("bash", ["-c", whole], {
    cwd: folder(),
    env: { ...runEnvironment({}), HELIX: helixBinary() },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let stdout = "";
  child.stdout.on("data", (bytes: Buffer) => {
    stdout += bytes.toString();
  });
  return new Promise((resolve) => child.on("close", () => resolve({ stdout })));
}
