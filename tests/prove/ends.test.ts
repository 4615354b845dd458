// The ends of clients and servers: whatever a client does, and whatever becomes of the directory meanwhile, nothing of
// its server stays.

import { spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { installed } from "../support/builds.ts";
import { skipLoudly, withoutPrivileges } from "../support/confined.ts";
import { helixBinary } from "../support/helix-binary.ts";
import { gone } from "../support/process-end.ts";
import { INITIALIZE, INITIALIZED } from "../support/raw-server.ts";
import { SPOILINGS, type Spoiling } from "../support/spoiled-directories.ts";
import { useFolders } from "../support/temporary-folder.ts";
import { runCommand } from "./support/note-writer.ts";
import { isLong, randomOf, sayFigures, timeLimit, timeOver, timeoutScale } from "./support/proof.ts";
import { ServedProcess } from "./support/served-process.ts";

const folder = useFolders("each");

/**
 * What a process may use of the processor from the moment on that it is to end, in ticks of 10 ms: the work under way
 * is cut off.
 */
const TICKS_MOST = 200;
const PAIRS_LEFT_OUT = 3;
const CALLS_MS = 20;
/** The user that modes bind, where the tests run as root. */
const OTHER_USER = 65534;

/** What should not be in the directory when nobody uses it. */
function leftIn(directory: string): string[] {
  return readdirSync(directory).filter(
    (name) => !/^(\.lock|changes\.jsonl|recent\.jsonl|data\.log|index\.bin|sessions)$/.test(name),
  );
}

interface Place {
  readonly directory: string;
  readonly home: string;
  /** What is started in front of the server. */
  readonly wrapper?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly program?: string;
}

async function started(place: Place): Promise<ServedProcess> {
  const server = new ServedProcess(place);
  onTestFinished(async () => {
    await server.kill();
  });
  return server.initialize();
}

/** A client that starts a server, stores, asks for a compaction, says the server's number and then does nothing. */
const CLIENT = `
  const { spawn } = require("node:child_process");
  const [lines, program, ...words] = process.argv.slice(1);
  const server = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"] });
  server.stdout.once("data", () => process.stdout.write(String(server.pid) + "\\n"));
  server.stdin.write(lines);
  setInterval(() => {}, 1000);
`;

const call = (id: number, name: string, values: object) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: values },
});

/** Starts the client, lets it end by a signal when `ready` has resolved, and waits for the end of its server. */
async function clientThatDies(place: Place, signal: NodeJS.Signals, ready: () => Promise<void>): Promise<void> {
  const { directory, home, wrapper = [], environment = {} } = place;
  const lines = [
    INITIALIZE,
    INITIALIZED,
    call(1, "store", { topic: "t", text: `stored before ${signal} came`, force: true }),
    call(2, "topics", { action: "compact", log: true, apply: true }),
    call(3, "topics", { action: "reindex" }),
  ].map((line) => `${JSON.stringify(line)}\n`);
  const env = { PATH: process.env.PATH ?? "", HOME: home, HELIX_TIMEOUT_SCALE: timeoutScale, ...environment };
  const words = [...wrapper, helixBinary(), "serve", directory];
  const client = spawn(process.execPath, ["-e", CLIENT, lines.join(""), ...words], { cwd: home, env });
  onTestFinished(() => {
    client.kill("SIGKILL");
  });
  const pid = await new Promise<number>((resolve) => {
    client.stdout.setEncoding("utf8").once("data", (text: string) => resolve(Number(text)));
  });
  await ready();
  client.kill(signal);
  expect(await gone(pid)).toBeLessThan(TICKS_MOST);
}

/** A server in the middle of work: an answer and a socket are there, a compaction is under way. */
async function working(place: Place): Promise<ServedProcess> {
  const server = await started(place);
  await server.ask("store", { topic: "t", text: "one more note", force: true });
  server.call("topics", { action: "compact", log: true, apply: true }).catch(() => undefined);
  return server;
}

/** Ends a server and waits until it is gone. */
async function expectEnd(server: ServedProcess, end: (server: ServedProcess) => void): Promise<void> {
  const ticks = gone(server.pid);
  end(server);
  expect(await server.ended).toBe(0);
  expect(await ticks).toBeLessThan(TICKS_MOST);
}

/** How a server comes to its end that its client has not killed. */
const ENDS: Readonly<Record<string, (server: ServedProcess) => void>> = {
  "its input is closed": (server) => server.child.stdin.end(),
  SIGTERM: (server) => server.child.kill("SIGTERM"),
  SIGINT: (server) => server.child.kill("SIGINT"),
  "SIGHUP, and then the client": (server) => {
    server.child.kill("SIGHUP");
    server.child.stdin.end();
  },
  "its output is closed": (server) => {
    const { stdin, stdout } = server.child;
    stdout.destroy();
    // Again and again: what is answered before it is really closed is read by nobody, and the server does not know.
    const timer = setInterval(() => stdin.write(`${JSON.stringify(call(99, "topics", {}))}\n`), CALLS_MS);
    server.ended.then(() => clearInterval(timer));
  },
};

test("nothing of a server stays when its client ends, in whatever way", { timeout: timeLimit }, async () => {
  const place = { directory: folder(), home: folder() };
  const isOver = timeOver();
  const random = randomOf("ends");
  const now = () => Promise.resolve();
  const ways: Record<string, () => Promise<unknown>> = {
    "SIGKILL of the client": () => clientThatDies(place, "SIGKILL", now),
    "SIGTERM of the client": () => clientThatDies(place, "SIGTERM", now),
    "SIGHUP of the client": () => clientThatDies(place, "SIGHUP", now),
    "no work at all": async () => expectEnd(await started(place), ENDS["its input is closed"]!),
  };
  for (const [name, end] of Object.entries(ENDS)) ways[name] = async () => expectEnd(await working(place), end);
  const names = Object.keys(ways);
  let count = 0;
  do {
    const name = names[count < names.length ? count : random(names.length)]!;
    await ways[name]!();
    expect(leftIn(place.directory), `after: ${name}`).toEqual([]);
    count++;
  } while (isLong ? !isOver() : count < names.length * 2);
  sayFigures("ends", { ends: count, ways: names.length, leftBehind: 0 });
});

const unprivileged = withoutPrivileges();
const isRoot = process.getuid?.() === 0;

/** A knowledge base with a note, in a folder within a folder, so that one of them may be taken away. */
async function placeFor({ isByMode = false }: Spoiling): Promise<Place> {
  const [parent, home] = [join(folder(), "parent"), folder()];
  const directory = join(parent, "kb");
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  await runCommand(["store", "t", "the first note", "--force"], "", { directory, home });
  if (!isByMode || !isRoot) return { directory, home };
  const held = [dirname(parent), parent, directory, home];
  for (const path of [...held, ...readdirSync(directory).map((name) => join(directory, name))]) {
    chownSync(path, OTHER_USER, OTHER_USER);
  }
  return { directory, home, wrapper: unprivileged! };
}

/** Removes what a case has left, which may be closed to its owner. */
function clear({ directory }: Place): void {
  for (const path of [dirname(directory), directory]) if (existsSync(path)) chmodSync(path, 0o700);
  rmSync(dirname(dirname(directory)), { recursive: true, force: true });
}

async function published(directory: string): Promise<void> {
  while (!existsSync(join(directory, "hooks.sock"))) await new Promise((resolve) => setTimeout(resolve, 5));
}

test("nor when the directory cannot be entered any more, or is another one", { timeout: timeLimit }, async () => {
  const spoilings = SPOILINGS.filter(({ isByMode = false }) => !isByMode || unprivileged !== null);
  if (spoilings.length < SPOILINGS.length) skipLoudly("there is no way to run a server as a user whom modes bind");
  const isOver = timeOver();
  const random = randomOf("spoiled");
  const ends = [...Object.keys(ENDS), "SIGKILL of the client", "SIGTERM, and a reload is under way"];
  // In the short form every end and every directory, and a third of their pairs.
  const isMeant = (pair: number) => isLong || pair % PAIRS_LEFT_OUT === 0;
  const cases = spoilings.flatMap((spoiling, row) =>
    ends.filter((_, column) => isMeant(row + column)).map((end) => ({ spoiling, end })),
  );
  const program = installed(helixBinary(), folder());
  const build = join(folder(), "helix");
  writeFileSync(build, "#!/bin/sh\nexec sleep 1000\n", { mode: 0o755 });
  let count = 0;
  do {
    const { spoiling, end } = cases[isLong ? random(cases.length) : count]!;
    const place = await placeFor(spoiling);
    const spoil = async () => {
      await published(place.directory);
      spoiling.spoil(place.directory);
    };
    if (end === "SIGKILL of the client") await clientThatDies(place, "SIGKILL", spoil);
    else if (end === "SIGTERM, and a reload is under way") {
      const server = await started({ ...place, program, environment: { HELIX_RELOAD_FROM: build } });
      server.call("_reload", {}).catch(() => undefined);
      await spoil();
      await expectEnd(server, ENDS.SIGTERM!);
    } else {
      const server = await working(place);
      await spoil();
      await expectEnd(server, ENDS[end]!);
    }
    clear(place);
    count++;
  } while (isLong ? !isOver() : count < cases.length);
  sayFigures("spoiled", { ends: count, ways: cases.length, leftBehind: 0 });
  if (isLong) await expectOrphansEnd();
});

/**
 * A parent that passes on what it reads, and whose child's input stays open when it is gone: the child holds both ends
 * of it.
 */
const PARENT = ["sh", "-c", 'mkfifo "$0"; exec 3<>"$0"; "$@" <&3 3<&- & echo $! >"$0.pid"; cat >&3; wait'];

/** A server looks every half minute whether its parent is still there: that is waited for in the long form only. */
async function expectOrphansEnd(): Promise<void> {
  const spoilings = SPOILINGS.filter(({ isByMode }) => isByMode !== true);
  const ends = spoilings.map(async (spoiling) => {
    const place = await placeFor(spoiling);
    const pipe = join(place.home, "pipe");
    const server = await started({ ...place, wrapper: [...PARENT, pipe] });
    await published(place.directory);
    const pid = Number(readFileSync(`${pipe}.pid`, "utf8"));
    spoiling.spoil(place.directory);
    server.child.kill("SIGKILL");
    expect(await gone(pid), spoiling.name).toBeLessThan(TICKS_MOST);
    clear(place);
  });
  await Promise.all(ends);
  sayFigures("orphans", { ends: ends.length, leftBehind: 0 });
}
