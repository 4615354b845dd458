// A hook's process asks the server where one runs. It must say the same as by itself, and no server, dead, foreign or
// hanging, must harm it.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { HOOK_TYPES } from "../../src/hooks/common/hook-types.ts";
import { HookListener } from "../../src/surfaces/hooks/listener.ts";
import type { HookTool } from "../../src/surfaces/hooks/tool.ts";
import { runHelix } from "../support/command-line.ts";
import { makeRepository } from "../support/git-repository.ts";
import { checkedOutput, type Note, writeProject } from "../support/hook-events.ts";
import { endOfHook } from "../support/hook-process.ts";
import { useRawServers } from "../support/raw-server.ts";
import { useFolders } from "../support/temporary-folder.ts";

const makeFolder = useFolders("each");
const lasting = useFolders("all");
const startRaw = useRawServers();
let [base, folder, stored] = ["", "", ""];
let notes: Note[] = [];
let environment: Record<string, string> = {};

beforeAll(() => {
  [stored, folder] = [join(lasting(), "kb"), makeRepository(join(lasting(), "project"))];
  notes = writeProject(folder, 12);
  // With a fixed clock a process asks nobody.
  environment = { PATH: process.env.PATH ?? "", HOME: folder };
  const cwd = lasting();
  const entries = notes.map(({ topic, text, tags }) => ({ topic, text, tags }));
  expect(runHelix(["import", "-"], { base: stored, cwd, input: JSON.stringify(entries) }).status).toBe(0);
});

beforeEach(() => {
  base = join(makeFolder(), "kb");
  cpSync(stored, base, { recursive: true });
});

const questions: Server[] = [];
afterEach(() => {
  for (const server of questions.splice(0)) server.close();
});

const prompt = (at: number, session: string) => ({
  session_id: session,
  cwd: folder,
  prompt: `Why does ${/^\w+/.exec(notes[at]!.text)![0]} break?`,
});

/** For those whose wait runs out: enough for a busy machine, and no more. */
const PATIENCE = "5";

/** What a hook's process says. `scale`: how many times as long as usual it waits for a server. */
async function ask(event: object, scale?: string): Promise<string> {
  const surroundings = scale === undefined ? environment : { ...environment, HELIX_TIMEOUT_SCALE: scale };
  const options = { cwd: folder, base, environment: surroundings };
  const { code, output, errors } = await endOfHook("prompt", JSON.stringify(event), options);
  expect([code, errors]).toEqual([0, ""]);
  return checkedOutput("prompt", output);
}

/** A server with its socket published, and how many hooks it was asked by. */
async function serving() {
  const server = startRaw({ directory: base });
  await server.initialize();
  const path = join(base, "hooks.sock");
  // Published right after the client is ready; a call goes round until it is there.
  for (let id = 100; !existsSync(path); id++) await server.call(id, "topics", {});
  return { server, path };
}

/** What the binary calls its build when it asks a server. */
function buildOf(): string {
  const [, version, commit] = /^helix (\S+) \((.*)\)\n$/.exec(runHelix(["--version"], { cwd: folder }).stdout)!;
  return `${version} ${commit}`;
}

/** What a hook's process sends. */
function question(event: object): string {
  const text = JSON.stringify(event);
  return `helix-hook\t${buildOf()}\tprompt\t${text.length}\n${text}`;
}

/** Somebody else at the socket's place. */
async function impostor(onConnection: (socket: Socket) => void): Promise<void> {
  const server = createServer((socket) => {
    // A process that has heard enough hangs up.
    socket.on("error", () => undefined);
    onConnection(socket);
  });
  questions.push(server);
  await new Promise<void>((resolve) => server.listen(join(base, "hooks.sock"), resolve));
}

/** A byte now and then, as long as somebody listens. */
function writeNowAndThen(socket: Socket): void {
  const timer = setInterval(() => socket.write("+"), 50);
  socket.on("error", () => undefined).on("close", () => clearInterval(timer));
}

describe("a hook's process", () => {
  test("says the same with a server as without, and the session is one", async () => {
    const alone = await ask(prompt(3, "alone"));
    expect(alone).toContain(notes[3]!.text.slice(0, 40));
    const { server } = await serving();
    // Beside the notes a server knows the code.
    expect((await ask(prompt(3, "with"))).replace(/\nhelix: where the code .*/s, "")).toBe(alone);
    expect(await ask(prompt(3, "with"))).toBe("");
    server.child.kill("SIGKILL");
    await server.ended;
    expect(await ask(prompt(3, "with"))).toBe("");
    expect(await ask(prompt(3, "after"))).toBe(alone);
  });

  test("asks the server: what it writes down is written by that one", async () => {
    const { server, path } = await serving();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    // A stopped server answers nobody, so this answer took the other way: after a wait, and right.
    server.child.kill("SIGSTOP");
    expect(await ask(prompt(5, "stopped"), PATIENCE)).toContain(notes[5]!.text.slice(0, 40));
    server.child.kill("SIGCONT");
  });

  test("that gave up is not answered later: what the server noted as said would never be said", async () => {
    const { server, path } = await serving();
    await ask(prompt(6, "first"));
    server.child.kill("SIGSTOP");
    const asker = connect(path);
    await once(asker, "connect");
    await new Promise((resolve) => asker.write(question(prompt(6, "gone")), resolve));
    asker.destroy();
    await once(asker, "close");
    server.child.kill("SIGCONT");
    await server.call(7, "topics", {});
    expect(readdirSync(join(base, "sessions"))).toEqual(["first"]);
    expect(await ask(prompt(6, "gone"))).toContain(notes[6]!.text.slice(0, 40));
  });

  test("takes the server's word", async () => {
    const hookSpecificOutput = { hookEventName: "UserPromptSubmit", additionalContext: "the server said so" };
    const heard: string[] = [];
    await impostor((socket) => {
      socket.on("data", (chunk) => {
        heard.push(chunk.toString());
        if (heard.join("").endsWith("}")) socket.end(`+${JSON.stringify({ hookSpecificOutput })}\0`);
      });
    });
    expect(await ask(prompt(1, "word"))).toBe("the server said so");
    expect(heard.join("").split(/\t|\n/, 4)).toEqual([
      "helix-hook",
      buildOf(),
      "prompt",
      expect.stringMatching(/^\d+$/),
    ]);
  });

  test("asks for each hook there is, and for no other word", async () => {
    const asked: string[] = [];
    await impostor((socket) => {
      socket.on("data", (chunk) => {
        asked.push(chunk.toString().split("\t")[2]!);
        socket.end("+\0");
      });
    });
    for (const name of [...HOOK_TYPES, "nonsense", "prompt ambient", ""]) {
      const { code, output } = await endOfHook(name, "{}", { cwd: folder, base, environment });
      expect([name, code, output]).toEqual([name, 0, ""]);
    }
    expect(asked).toEqual([...HOOK_TYPES]);
  });

  test("is on its own where the server's end", async () => {
    const cases: [string, (socket: Socket) => void][] = [
      ["closes at once", (socket) => socket.destroy()],
      ["says nothing", () => undefined],
      ["says noise", (socket) => socket.end("noise")],
      ["declines", (socket) => socket.end("-\0")],
      ["ends in the middle of an answer", (socket) => socket.end('+{"hookSpecificOutput":{')],
      ["talks without end", (socket) => void socket.write("+".repeat(10_000_000))],
      ["talks slowly", writeNowAndThen],
    ];
    for (const [name, onConnection] of cases) {
      await impostor(onConnection);
      expect([name, await ask(prompt(1, name.replaceAll(" ", "-")), PATIENCE)]).toEqual([
        name,
        expect.stringContaining(notes[1]!.text.slice(0, 40)),
      ]);
      questions.pop()!.close();
      rmSync(join(base, "hooks.sock"), { force: true });
    }
  });

  test("ends although nobody reads what it says, be it what the server said or its own", async () => {
    // A pipe that is full, with both its ends held open.
    const script = 'mkfifo "$0" && exec 3<>"$0" && head -c 65536 /dev/zero >&3 && exec "$@" >&3';
    const full = (name: string) => ["sh", "-c", script, join(base, name)];
    const options = { cwd: folder, base, environment: { ...environment, HELIX_TIMEOUT_SCALE: "1" } };
    for (const name of ["alone", "served"]) {
      if (name === "served") await serving();
      const end = await endOfHook("prompt", JSON.stringify(prompt(2, name)), { ...options, wrapper: full(name) });
      expect([name, end]).toEqual([name, { code: 0, signal: null, output: "", errors: "" }]);
    }
  });

  test("is on its own where something else has the socket's name", async () => {
    const path = join(base, "hooks.sock");
    const places: [string, () => void][] = [
      ["file", () => writeFileSync(path, "")],
      ["folder", () => mkdirSync(path)],
      ["link", () => symlinkSync("/dev/zero", path)],
    ];
    for (const [name, put] of places) {
      put();
      expect(await ask(prompt(2, name))).toContain(notes[2]!.text.slice(0, 40));
      rmSync(path, { recursive: true, force: true });
    }
  });
});

describe("the server's end", () => {
  test("answers a question in pieces, and says where the answer ends", async () => {
    const { path } = await serving();
    const asker = connect(path);
    await once(asker, "connect");
    const line = question(prompt(2, "pieces"));
    for (const piece of [line.slice(0, 20), line.slice(20, -5), line.slice(-5)]) {
      await new Promise((resolve) => asker.write(piece, resolve));
    }
    let said = "";
    for await (const chunk of asker) said += String(chunk);
    expect([said[0], said.at(-1)]).toEqual(["+", "\0"]);
    expect(checkedOutput("prompt", said.slice(1, -1))).toContain(notes[2]!.text.slice(0, 40));
  });

  test("is gone with the server, and nothing else is left", async () => {
    const { server } = await serving();
    server.end();
    expect(await server.ended).toBe(0);
    expect(readdirSync(base).filter((name) => name.endsWith(".sock"))).toEqual([]);
  });

  test("passes to the server that began last, and stays with it when the other ends", async () => {
    const first = await serving();
    const inode = statSync(first.path).ino;
    const second = startRaw({ directory: base });
    await second.initialize();
    for (let id = 100; statSync(first.path).ino === inode; id++) await second.call(id, "topics", {});
    first.server.end();
    await first.server.ended;
    expect(existsSync(first.path)).toBe(true);
    expect(await ask(prompt(4, "second"))).toContain(notes[4]!.text.slice(0, 40));
  });

  test("is taken over from one that died, not from one that lives", async () => {
    const hooks = { say: async () => "taken over" } as unknown as HookTool;
    const path = join(base, "hooks.sock");
    const { server } = await serving();
    const inode = statSync(path).ino;
    let asked = 0;
    const listener = new HookListener(base, hooks, () => asked++);
    await listener.takeOver();
    expect(statSync(path).ino).toBe(inode);
    server.child.kill("SIGKILL");
    await server.ended;
    await listener.takeOver();
    expect(statSync(path).ino).not.toBe(inode);
    expect(asked).toBe(0);
    expect(await answersTo(path, ["no hook\n"])).toEqual(["-\0"]);
    expect(asked).toBe(1);
    listener.close();
    expect(existsSync(path)).toBe(false);
  });

  test("declines what is no hook of this build, and outlives any noise", async () => {
    const { server, path } = await serving();
    const event = JSON.stringify(prompt(1, "raw"));
    const lines = [
      "helix-hook\tanother build\tprompt\t2\n{}",
      `helix-hook\t0.0.0\tprompt\t${event.length}\n${event}`,
      "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
      "\n".repeat(100),
      "x".repeat(100_000),
      "helix-hook\t\t\t-1\n",
      "helix-hook\t\t\t99999999999999\n",
      `helix-hook\t${buildOf()}\tprompt\t99999999999999\n`,
      // What only the process that it is of can look up.
      question({ ...prompt(1, "raw"), session_id: undefined }),
      question({ ...prompt(1, "raw"), cwd: undefined }),
      question({ ...prompt(1, "raw"), cwd: "src" }),
      question([prompt(1, "raw")]),
    ];
    const answers = await answersTo(path, [...lines, question(prompt(1, "raw"))]);
    expect(answers.pop()).toMatch(/^\+.*\0$/s);
    expect(answers).toHaveLength(lines.length);
    for (const [at, said] of answers.entries()) {
      expect([lines[at]!.slice(0, 40), said.startsWith("+")]).toEqual([lines[at]!.slice(0, 40), false]);
    }
    expect(await server.call(7, "search", { query: "breaks", detail: "count" })).toMatch(/^12 /);
    expect(await ask(prompt(6, "sound"))).toContain(notes[6]!.text.slice(0, 40));
  });
});

/** What comes back from a socket when one text after the other is sent to it by another process. */
function answersTo(path: string, texts: readonly string[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["-e", SEND, path], { stdio: ["pipe", "pipe", "inherit"] });
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      said += chunk;
    });
    child.on("error", reject).on("close", () => resolve(JSON.parse(said) as string[]));
    child.stdin.end(JSON.stringify(texts));
  });
}

/**
 * Sends each text to a socket, stays as a hook does, and prints what came back: one that hangs up at once has given up.
 */
const SEND = `
  const said = [];
  for (const text of JSON.parse(require("node:fs").readFileSync(0, "utf8"))) {
    await new Promise((resolve) => {
      let heard = "";
      const socket = require("node:net").connect(process.argv[1]);
      socket.on("data", (data) => { heard += data; }).on("error", () => undefined);
      socket.on("close", () => resolve(said.push(heard)));
      socket.write(text);
    });
  }
  process.stdout.write(JSON.stringify(said));
`;
