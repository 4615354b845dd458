// What the checks of a Mac share: temporary folders, programs that are run with an environment of their own and within
// a time, servers, and how a check says what it expected.

import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** No program of a check takes longer, in milliseconds, on a machine that is not busy. */
const LIMIT_MS = 30_000;
const LOOK_MS = 50;

/** Thrown by a check that cannot be made here; the message says why. */
export class Skipped extends Error {}

/** Fails the check unless both are the same. */
export function expectSame(seen, expected, what = "") {
  const [one, other] = [seen, expected].map((value) => JSON.stringify(value));
  if (one !== other) throw new Error(`${what === "" ? "" : `${what}: `}expected ${other}, saw ${one}`);
}

/** Fails the check unless the text matches. */
export function expectMatch(seen, pattern, what = "") {
  if (!pattern.test(seen))
    throw new Error(`${what === "" ? "" : `${what}: `}expected ${pattern}, saw ${JSON.stringify(seen)}`);
}

/** Waits until the condition holds; fails the check where it does not in time. */
export async function until(condition, what, patience = 1) {
  const end = performance.now() + LIMIT_MS * patience;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`expected ${what}, waited in vain`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** All that the checks share. HELIX_TIMEOUT_SCALE makes them as patient as it makes helix. */
export function makeWorld({ binary, root }) {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "helix-check-mac-"));
  const patience = Math.max(1, Number(process.env.HELIX_TIMEOUT_SCALE) || 1);
  const bun = join(root, "node_modules", ".bin", "bun");
  let count = 0;
  const world = {
    binary,
    root,
    /** Bun of the checkout; null where its packages are not installed. */
    bun: existsSync(bun) && existsSync(join(root, "src", "main.ts")) ? bun : null,
    isMac: process.platform === "darwin",
    patience,
    /** A new folder, with a home and a knowledge base in it. */
    place() {
      const path = join(folder, String(++count));
      for (const each of ["home", "kb", "work"]) mkdirSync(join(path, each), { recursive: true, mode: 0o700 });
      const environment = {
        PATH: process.env.PATH ?? "/usr/bin:/bin",
        HOME: join(path, "home"),
        HELIX_KB: join(path, "kb"),
        LC_ALL: world.isMac ? "en_US.UTF-8" : "C.UTF-8",
        TMPDIR: path,
        H: world.binary,
        ...(patience > 1 ? { HELIX_TIMEOUT_SCALE: String(patience) } : {}),
      };
      return { path, home: join(path, "home"), kb: join(path, "kb"), work: join(path, "work"), environment };
    },
    /** Runs a program to its end. Bytes of its outputs are latin1. */
    run(words, { place, cwd, input, environment = {}, limitMs = LIMIT_MS } = {}) {
      const [program, ...rest] = words;
      const { status, signal, stdout, stderr, error } = spawnSync(program, rest, {
        cwd: cwd ?? place?.work,
        env: { ...(place?.environment ?? process.env), ...environment },
        // The encoding would count for the input, too.
        input: Buffer.from(input ?? ""),
        encoding: "latin1",
        timeout: limitMs * patience,
        killSignal: "SIGKILL",
        maxBuffer: 64 * 1024 * 1024,
      });
      if (error?.code === "ETIMEDOUT") throw new Error(`expected ${words.join(" ")} to end, it ran ${limitMs} ms`);
      return {
        status: error === undefined ? status : (error.code ?? 127),
        signal,
        stdout: stdout ?? "",
        stderr: stderr ?? "",
      };
    },
    /** Runs a line of the shell; $H is helix. */
    shell: (line, given) => world.run(["/bin/sh", "-c", line], given),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
  return world;
}

/** A server of the protocol that runs. */
export function startServer(program, place, environment = {}) {
  const child = spawn(program, ["serve"], {
    cwd: place.work,
    env: { ...place.environment, ...environment },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const answers = new Map();
  let text = "";
  let ending = null;
  child.on("error", (error) => (ending = error.message));
  child.on("exit", (code, signal) => (ending ??= `it ended (${signal ?? code})`));
  child.stdin.on("error", () => undefined);
  child.stdout.setEncoding("utf8").on("data", (piece) => {
    const lines = (text + piece).split("\n");
    text = lines.pop();
    for (const message of lines.map((line) => JSON.parse(line))) answers.set(message.id, message);
  });
  let id = 0;
  const ask = async (method, params) => {
    const own = ++id;
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: own, method, params })}\n`);
    await until(() => answers.has(own) || ending !== null, `an answer to ${method}`, 4);
    if (!answers.has(own)) throw new Error(`expected an answer to ${method}, saw: ${ending}`);
    return answers.get(own);
  };
  return {
    child,
    async start() {
      const clientInfo = { name: "check", version: "1" };
      await ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
    },
    /** Calls a tool and returns the text of its answer. */
    call: async (name, values = {}) => {
      const { result, error } = await ask("tools/call", { name, arguments: values });
      return result?.content?.[0]?.text ?? `error: ${error?.message}`;
    },
    end: () => {
      child.kill("SIGCONT");
      child.kill("SIGKILL");
    },
  };
}
